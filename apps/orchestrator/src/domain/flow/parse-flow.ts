import { contentHash } from '@plinth/kernel';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import { flowSchema, type Flow, type FlowDefinition } from './flow';
import { flowFaults, type FlowFault } from './validate-flow';

type ParsedFlow = { readonly flow: Flow } | { readonly faults: readonly FlowFault[] };

/** Reads a flow from YAML; either a whole, valid flow or every fault with its path. The text is data: no tags, no code. */
export function parseFlow(text: string): ParsedFlow {
  let document: unknown;
  try {
    document = parseYaml(text, { maxAliasCount: 100, logLevel: 'error' });
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const line = error.linePos?.[0].line;
    return {
      faults: [
        { path: line === undefined ? '' : `line ${line}`, rule: 'yaml', message: error.message.split('\n')[0] ?? '' },
      ],
    };
  }
  const parsed = flowSchema.safeParse(document);
  if (!parsed.success) {
    return {
      faults: parsed.error.issues.map((issue) => ({
        path: issue.path.join('.'),
        rule: issue.code,
        message: issue.message,
      })),
    };
  }
  const faults = flowFaults(parsed.data);
  return faults.length > 0 ? { faults } : { flow: flowOf(parsed.data) };
}

function flowOf(definition: FlowDefinition): Flow {
  return { definition, hash: contentHash(definition) };
}

/** A definition as it was stored; throws when it does not pass, since only valid ones are stored. */
export function storedFlow(definition: unknown): Flow {
  return flowOf(flowSchema.parse(definition));
}
