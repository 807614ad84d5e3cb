import { defineConfig, platformConfig } from '@plinth/config';

const { port, host, dataDir, logLevel } = platformConfig.fields;

/** The provider needs no store and no broker. */
export const samplesConfig = defineConfig({ port, host, dataDir, logLevel });
