import { platformConfig, variableTable, type EnvFields } from '@plinth/config';
import { samplesConfig } from '@plinth/samples';
import { MESH_SERVICES } from '../mesh';

/** Every program’s variables, by the name under which the document lists their reader. */
export const READERS: Readonly<Record<string, EnvFields>> = {
  services: platformConfig.fields,
  ...Object.fromEntries(MESH_SERVICES.map(({ name, variables }) => [name, variables])),
  samples: samplesConfig.fields,
};

/** The whole of deploy/CONFIGURATION.md. */
export function configurationDocument(): string {
  return `# Variables

Generated from the definitions by \`npm run generate:configuration\`; a test compares the two. **services**: each of the four, and
the embedded process, which reads all of these.

An empty variable counts as unset. A duration is a number with \`ms\`, \`s\`, \`m\`, \`h\` or \`d\`, or of milliseconds without; its
variable ends in \`_TIMEOUT\`, \`_INTERVAL\`, \`_RETENTION\` or \`_DELAY\`. A process that is given anything else names every variable at
fault, and no value, before it opens a store. Spans go where the standard \`OTEL_*\` variables say.

${variableTable(READERS)}`;
}
