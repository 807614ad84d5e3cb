import type { EnvFields, EnvVariable } from './define-config';

/** The variables of some programs as a table in Markdown, by name; `readers`: who reads which. */
export function variableTable(readers: Readonly<Record<string, EnvFields>>): string {
  const variables = new Map<string, { variable: EnvVariable<unknown>; by: string[] }>();
  for (const [reader, fields] of Object.entries(readers))
    for (const variable of Object.values(fields)) {
      const known = variables.get(variable.name);
      if (known && known.variable !== variable) throw new Error(`${variable.name} is defined twice`);
      variables.set(variable.name, { variable, by: [...(known?.by ?? []), reader] });
    }
  const all = Object.keys(readers).length;
  const rows = [...variables.values()]
    .sort((one, other) => (one.variable.name < other.variable.name ? -1 : 1))
    .map(({ variable, by }) => rowOf(variable, by.length === all ? 'all' : by.join(', ')));
  return ['| variable | read by | default | | it must be |', '|---|---|---|---|---|', ...rows, ''].join('\n');
}

function rowOf({ name, parser, description }: EnvVariable<unknown>, by: string): string {
  const fallback = parser.fallback === '' ? '' : `\`${parser.fallback}\``;
  return `| \`${name}\` | ${by} | ${fallback} | ${description} | ${parser.form} |`;
}
