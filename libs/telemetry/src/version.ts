import { createRequire } from 'node:module';

/** Of this package, which is built and released with all others of the repository. */
export const { version } = createRequire(__filename)('../package.json') as { readonly version: string };
