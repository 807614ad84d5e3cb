import type { EnvParser } from './env-parser';

/** One environment variable, the rule that its text has to meet, and what it is for in one line. */
export interface EnvVariable<T> {
  readonly name: string;
  readonly parser: EnvParser<T>;
  readonly description: string;
}

export type EnvFields = Readonly<Record<string, EnvVariable<unknown>>>;

/** What `loadConfig` returns for a set of fields. */
export type ConfigOf<D> = D extends ConfigDefinition<infer F> ? ConfigValues<F> : never;
export type ConfigValues<F extends EnvFields> = {
  readonly [K in keyof F]: F[K] extends EnvVariable<infer T> ? T : never;
};

/** A variable that breaks a rule. It holds the variable's name and never its value. */
export interface ConfigProblem {
  readonly variable: string;
  readonly rule: string;
}

/** A rule over several variables; it sees only the values that passed their own rule. */
export type ConfigRule<F extends EnvFields> = (values: Partial<ConfigValues<F>>) => readonly ConfigProblem[];

export interface ConfigDefinition<F extends EnvFields> {
  readonly fields: F;
  readonly rules: readonly ConfigRule<F>[];
}

export function env<T>(name: string, parser: EnvParser<T>, description: string): EnvVariable<T> {
  return { name, parser, description };
}

export function defineConfig<F extends EnvFields>(
  fields: F,
  rules: readonly ConfigRule<F>[] = [],
): ConfigDefinition<F> {
  return { fields, rules };
}

/** A rule: the variables of these fields are set together or not at all. */
export function allOrNone<K extends string>(
  variables: Readonly<Record<K, string>>,
): (values: { readonly [P in K]?: unknown }) => readonly ConfigProblem[] {
  return (values) => {
    const fields = Object.keys(variables) as K[];
    const set = fields.find((field) => values[field] !== undefined);
    if (set === undefined) return [];
    const missing = fields.filter((field) => values[field] === undefined);
    return missing.map((field) => ({ variable: variables[field], rule: `is required beside ${variables[set]}` }));
  };
}
