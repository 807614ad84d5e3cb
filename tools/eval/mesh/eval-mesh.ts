/**
 * `npm run eval:mesh -- [--sessions 20] [--parallel 10] [--json out.json]`: real dialogues on a mesh of its own. The utterances of
 * CrossWOZ users are the turns; each session has a user and a code word of its own and asks for an order in between. Exits with 1 when
 * a turn does not complete, order does not hold, a code word is lost or seen elsewhere, or a message is parked; with 2 without data.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MeshProcess, REPOSITORY, type TurnClient } from '@plinth/testing';
import { codeWords } from './code-words';
import { MissingData } from '../missing-data';
import { readDialogues, type Dialogue } from './crosswoz';
import { inParallel } from './in-parallel';
import { parkedMessages } from './parked-messages';
import { playSession, type PlayedSession } from './play-session';
import { faultsOf, reportOf } from './report';
import { scriptOf, type SessionPlan } from './session-script';

const ORDERS = ['DD20261101001', 'DD20261101002', 'DD20261101003'];
const FAULTS_SHOWN = 30;
const say = (text: string): void => console.error(text);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      sessions: { type: 'string', default: '20' },
      parallel: { type: 'string', default: '10' },
      json: { type: 'string' },
    },
  });
  const parallel = positive('--parallel', values.parallel);
  const folder = process.env.PLINTH_EVAL_DATA ?? join(REPOSITORY, '../shared/data');
  const dialogues = readDialogues(folder, positive('--sessions', values.sessions));
  say('starting a mesh');
  const mesh = await MeshProcess.start();
  const interrupted = (): void => void mesh.stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  try {
    const startedAt = performance.now();
    const sessions = await playAll(mesh.client, dialogues, parallel);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    const parked = await parkedMessages(mesh.database.url);
    const processEnds = mesh.output.match(/ ended \(/g)?.length ?? 0;
    const report = reportOf(sessions, { parallel, parked, process_ends: processEnds, seconds });
    const json = JSON.stringify(report, null, 2);
    if (values.json) writeFileSync(values.json, `${json}\n`);
    console.log(json);
    const faults = faultsOf(report);
    for (const fault of faults.slice(0, FAULTS_SHOWN)) say(`✗ ${fault}`);
    say(faults.length === 0 ? 'everything held' : `${faults.length} faults`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    process.off('SIGINT', interrupted);
    await mesh.stop();
  }
}

async function playAll(
  client: TurnClient,
  dialogues: readonly Dialogue[],
  parallel: number,
): Promise<readonly PlayedSession[]> {
  const run = randomUUID().slice(0, 8);
  const words = codeWords(dialogues.length);
  const scripts = dialogues.map((dialogue, index) => {
    const plan: SessionPlan = {
      session: `eval-${run}-${index}`,
      user: `demo-user-${run}-${index}`,
      codeWord: words[index] ?? '',
      orderNumber: ORDERS[index % ORDERS.length] ?? '',
    };
    return { plan, script: scriptOf(dialogue, plan) };
  });
  const total = scripts.reduce((sum, { script }) => sum + script.length, 0);
  let done = 0;
  const onTurn = (): void => {
    done += 1;
    if (done % 20 === 0 || done === total) say(`${done} of ${total} turns`);
  };
  return inParallel(scripts, parallel, ({ plan, script }) => playSession(client, plan, script, onTurn));
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${option} must be a positive integer`);
  return value;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(error instanceof MissingData ? 2 : 1);
  },
);
