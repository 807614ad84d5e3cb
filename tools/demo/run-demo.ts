/**
 * `npm run demo -- [--url http://127.0.0.1:8080]`: plays two conversations with the sample shop and shows what every turn did. Without
 * a URL it starts an embedded server for it; with one, `PLINTH_KEY` is the API key. Exits with 1 when a turn did not complete or did
 * not do what it should.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { TurnClient } from '@plinth/testing';
import { CONVERSATIONS, type Conversation, type Line } from './conversations';
import { openDemoServer } from './demo-server';
import { paletteFor } from './paint';
import { playLine, type PlayedLine } from './play-line';
import { timelineLines, timelineRows } from './timeline';

const palette = paletteFor(process.stdout.isTTY && !process.env.NO_COLOR);
const print = (text = ''): void => console.log(text);

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { url: { type: 'string' } } });
  if (values.url === undefined) print(palette.dim('starting a server (about 20 s the first time)'));
  const server = await openDemoServer(values.url, process.env.PLINTH_KEY);
  const stop = (): void => void server.close().finally(() => process.exit(130));
  process.once('SIGINT', stop);
  try {
    print(palette.dim(`server: ${server.describe}`));
    let faults = 0;
    for (const conversation of CONVERSATIONS) faults += await play(server.client, conversation);
    print();
    print(faults === 0 ? palette.green('every turn did what it should') : palette.red(`${faults} faults`));
    return faults === 0 ? 0 : 1;
  } finally {
    process.off('SIGINT', stop);
    await server.close();
  }
}

async function play(client: TurnClient, conversation: Conversation): Promise<number> {
  print();
  print(palette.bold(`━━━ ${conversation.title} ━━━`));
  const suffix = randomBytes(4).toString('hex');
  const speaker = { session: `demo-${suffix}`, user: `demo-user-${suffix}` };
  let faults = 0;
  for (const [index, line] of conversation.lines.entries()) {
    const played = await playLine(client, conversation, line, speaker);
    show(index + 1, line, played);
    faults += played.faults.length;
  }
  return faults;
}

function show(number: number, line: Line, { turn, faults }: PlayedLine): void {
  print();
  print(palette.dim(`${number}  ${line.shows}`));
  print(`   ${palette.bold('user  ')} ${line.text}`);
  print(`   ${palette.bold('plinth')} ${turn.reply.text.replaceAll('\n', '\n          ')}`);
  for (const { code, message } of turn.reply.notices) print(`   ${palette.yellow(`notice ${code}: ${message}`)}`);
  const corrections = turn.reflection?.corrections ?? 0;
  if (corrections > 0) print(`   ${palette.yellow(`reflection applied ${corrections} corrections`)}`);
  for (const row of timelineLines(timelineRows(turn), palette)) print(`     ${row}`);
  for (const fault of faults) print(`   ${palette.red(`✗ ${fault}`)}`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
