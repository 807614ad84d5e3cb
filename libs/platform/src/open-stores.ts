import { isCluster, type PlatformConfig } from '@plinth/config';
import type { Clock } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import { openCluster } from './cluster';
import { openEmbedded } from './embedded';
import type { Stores } from './stores';

/** The one place where a profile chooses its adapters. */
export function openStores(config: PlatformConfig, clock: Clock, logger: Logger): Promise<Stores> {
  return isCluster(config) ? openCluster(config, logger) : openEmbedded(config, clock, logger);
}
