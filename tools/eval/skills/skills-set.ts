import type { SkillManifest } from '@plinth/contracts';
import type { EvalData } from '../memory/eval-data';
import type { EvalResult } from '../memory/eval-set';
import type { GatewayClient } from './gateway-client';

/** One set of public data against the gateway, or against what it reads contracts by. */
export interface SkillsSet {
  readonly name: string;
  /** What others reach, as data/README.md has it. */
  readonly baselines: Readonly<Record<string, string>>;
  /** Least values of metrics; a name in `most` bounds from above. */
  readonly aims: Readonly<Record<string, number>>;
  readonly most?: Readonly<Record<string, number>>;
  /** It asks the gateway, though nothing has to be registered for it. */
  readonly needsGateway?: boolean;
  /** What has to be registered for it. */
  skills?(data: EvalData): readonly SkillManifest[];
  run(data: EvalData, gateway: GatewayClient): Promise<EvalResult>;
}
