import type { z } from 'zod';

/** One environment variable and the rule that its text has to meet. */
export interface EnvVariable<T> {
  readonly name: string;
  readonly parser: z.ZodType<T>;
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

export function env<T>(name: string, parser: z.ZodType<T>): EnvVariable<T> {
  return { name, parser };
}

export function defineConfig<F extends EnvFields>(
  fields: F,
  rules: readonly ConfigRule<F>[] = [],
): ConfigDefinition<F> {
  return { fields, rules };
}

/** A definition with the fields and rules of `base` and some of its own; its own field replaces one of the same key. */
export function extendConfig<B extends EnvFields, F extends EnvFields>(
  base: ConfigDefinition<B>,
  fields: F,
  rules: readonly ConfigRule<B & F>[] = [],
): ConfigDefinition<B & F> {
  return { fields: { ...base.fields, ...fields }, rules: [...(base.rules as readonly ConfigRule<B & F>[]), ...rules] };
}

/** The names of all variables that a definition reads, sorted; deployment manifests are compared with it. */
export function variableNames(definition: { readonly fields: EnvFields }): readonly string[] {
  return [...new Set(Object.values(definition.fields).map((field) => field.name))].sort();
}
