import { parseArgs } from 'node:util';
import { PermanentError } from '@plinth/kernel';
import { isScenario, SCENARIOS, type Scenario } from './scenarios';

export interface SamplesArguments {
  readonly scenario?: Scenario;
  readonly port?: number;
}

/** `--scenario <name>` and `--port <n>`. Throws PermanentError `invalid_arguments` for anything else. */
export function readArguments(args: readonly string[]): SamplesArguments {
  const { scenario, port } = parsed(args);
  if (scenario !== undefined && !isScenario(scenario))
    return refuse(`--scenario ${scenario}: there are ${SCENARIOS.join(', ')}.`);
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    return refuse(`--port ${port}: a number up to 65535.`);
  return { ...(scenario !== undefined && { scenario }), ...(port !== undefined && { port: Number(port) }) };
}

function parsed(args: readonly string[]): { readonly scenario?: string; readonly port?: string } {
  try {
    return parseArgs({ args: [...args], options: { scenario: { type: 'string' }, port: { type: 'string' } } }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(message: string): never {
  throw new PermanentError('invalid_arguments', message);
}
