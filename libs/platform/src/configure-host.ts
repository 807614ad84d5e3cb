import { loadConfig, loadTogether, platformConfig, type PlatformConfig } from '@plinth/config';
import type { Platform } from './platform';
import type { Composed, ServiceDefinition } from './service-definition';

export interface ConfiguredService {
  readonly definition: ServiceDefinition;
  readonly compose: (platform: Platform) => Composed;
}

/** A process that may be started: all of its variables have been read and found good. */
export interface HostConfiguration {
  readonly platform: PlatformConfig;
  readonly services: readonly ConfiguredService[];
}

/** Opens nothing. Throws one ConfigError that names the bad variables of the platform and of every service. */
export function configureHost(
  definitions: readonly ServiceDefinition[],
  environment: NodeJS.ProcessEnv,
): HostConfiguration {
  const [platform, services] = loadTogether(
    () => loadConfig(platformConfig, environment),
    () => loadTogether(...definitions.map((one) => () => ({ definition: one, compose: one.configure(environment) }))),
  );
  return { platform, services };
}
