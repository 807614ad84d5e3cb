import { ConfigError } from './config-error';
import type { ConfigDefinition, ConfigProblem, ConfigValues, EnvFields } from './define-config';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables of a definition. An empty text counts as unset.
 * Returns a deeply frozen object; throws one ConfigError that names every variable at fault.
 */
export function loadConfig<F extends EnvFields>(
  definition: ConfigDefinition<F>,
  environment: Environment = process.env,
): ConfigValues<F> {
  const values: Record<string, unknown> = {};
  const problems: ConfigProblem[] = [];
  for (const [key, { name, parser }] of Object.entries(definition.fields)) {
    const text = environment[name]?.trim();
    const parsed = parser.parse(text === '' ? undefined : text);
    if (parsed.ok) values[key] = deepFreeze(parsed.value);
    else problems.push({ variable: name, rule: parsed.rule });
  }
  const known = new Set(problems.map((problem) => problem.variable));
  for (const rule of definition.rules) {
    const broken = rule(values as Partial<ConfigValues<F>>);
    problems.push(...broken.filter((problem) => !known.has(problem.variable)));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(values) as ConfigValues<F>;
}

function deepFreeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
