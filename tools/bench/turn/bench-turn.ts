/**
 * `npm run bench:turn -- [--profile cluster|embedded] [--json out.json] [--seconds 15] [--profile-cpu]`: what a turn with one instant
 * skill costs, alone and under load, on a system of its own. Timed passes are untraced; messages are counted by the spans of an extra
 * pass; with `--profile-cpu` one more pass tells where the time goes. Exits with 1 when turns do not complete, not when an aim is missed.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { aimLines, compareWithAims } from './aims';
import type { Profile } from './bench-system';
import { countPass } from './count-pass';
import { say, SETTINGS, TURNS_PER_SESSION } from './on-system';
import { profiledPass, profileLines } from './profiled-pass';
import { timedPasses } from './timed-passes';

const LONGEST_PASS_SECONDS = 20;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      profile: { type: 'string', default: 'cluster' },
      json: { type: 'string' },
      seconds: { type: 'string', default: '15' },
      'profile-cpu': { type: 'boolean', default: false },
    },
  });
  const profile = profileOf(values.profile);
  const passMs = passMsOf(values.seconds);
  const messages = await countPass(profile);
  const timed = await timedPasses(profile, passMs, messages);
  const where = values['profile-cpu'] ? await profiledPass(profile, passMs) : undefined;
  const aims = compareWithAims({
    profile,
    messagesPerTurn: messages.messages_per_turn,
    ratioWithoutLoad: timed.bare?.ratio,
    passes: timed.passes,
  });
  const report = {
    profile,
    cores: cpus().length,
    settings: SETTINGS,
    turns_per_session: TURNS_PER_SESSION,
    messages,
    ...timed,
    ...(where && { where_the_time_goes: where }),
    aims,
  };
  const json = JSON.stringify(report, null, 2);
  if (values.json) writeFileSync(values.json, `${json}\n`);
  console.log(json);
  for (const line of [...(where ? profileLines(where) : []), ...aimLines(aims)]) say(line);
  const failures = timed.passes.flatMap((pass) => Object.entries(pass.failures));
  for (const [failure, count] of failures) say(`✗ ${count} turns: ${failure}`);
  return failures.length === 0 ? 0 : 1;
}

function profileOf(text: string): Profile {
  if (text === 'cluster' || text === 'embedded') return text;
  throw new Error(`--profile must be cluster or embedded, not ${text}`);
}

function passMsOf(text: string): number {
  const seconds = Number(text);
  if (seconds >= 1 && seconds <= LONGEST_PASS_SECONDS) return seconds * 1_000;
  throw new Error(`--seconds must be from 1 to ${LONGEST_PASS_SECONDS}, not ${text}`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
