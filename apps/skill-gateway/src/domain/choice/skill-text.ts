import { createHash } from 'node:crypto';
import { isRecord } from '@plinth/json-schema';
import { apart, MAX_PARAMETERS, type Described } from './skill-words';

/** What a model makes the vector of a skill from (S11), with its hash: a skill whose text is unchanged keeps its vector. */
export interface SkillText {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/** Name, description, trigger and names of the parameters; `calledThere` as for its words. */
export function skillText({ name, description, trigger, input_schema }: Described, calledThere = name): SkillText {
  const parameters = isRecord(input_schema.properties) ? Object.keys(input_schema.properties) : [];
  const said = [`${apart(calledThere)}:`, description, trigger, apart(parameters.slice(0, MAX_PARAMETERS).join(' '))];
  const text = said.filter((part) => part !== '').join(' ');
  return { name, text, hash: createHash('sha256').update(text).digest('hex') };
}
