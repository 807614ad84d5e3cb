import {
  canonicalJson,
  deriveId,
  isRefusal,
  refuse,
  type Clock,
  type IdSource,
  type Refusal,
  type TenantId,
} from '@plinth/kernel';
import { shadowModeOf } from '../../domain/comparison/shadow-mode';
import type { Replay, ReplayDifference, ReplayLedger, ReplayRequest } from '../../ports/replay-ledger';
import type { SkillCatalogue } from '../../ports/skill-catalogue';

export interface AskedReplay {
  readonly tenant: TenantId;
  readonly skill: string;
  readonly candidate: string;
  readonly sinceMs: number | undefined;
  readonly turns: readonly string[] | undefined;
  /** Of the caller: the same key asks for the same replay. */
  readonly key: string | undefined;
}

export interface ReplayView {
  readonly replay: Replay;
  readonly differences: readonly ReplayDifference[];
}

const wished = ({ skill, candidate, sinceMs, turns }: ReplayRequest) =>
  canonicalJson([skill, candidate, sinceMs, turns ?? null]);
const askIdentically = (one: ReplayRequest, other: ReplayRequest): boolean => wished(one) === wished(other);

const keyReused = (): Refusal =>
  refuse('conflict', 'idempotency_key_reused', 'This Idempotency-Key was used with another replay.', {
    field: 'Idempotency-Key',
    rule: 'unique',
  });

/** Replays of recorded calls against a candidate (S14): asked for here, run by whichever replica is free. */
export class AskReplay {
  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly ledger: ReplayLedger,
    private readonly clock: Clock,
    private readonly ids: IdSource,
  ) {}

  /** Throws TransientError when the store is away. */
  async ask({ tenant, skill, candidate, sinceMs, turns, key }: AskedReplay): Promise<ReplayView | Refusal> {
    const registered = this.catalogue.current().skills.get(skill);
    if (!registered) return refuse('not_found', 'skill_not_found', 'No such skill is registered.');
    const contract = registered.versions.get(candidate);
    if (!contract)
      return refuse('invalid', 'invalid_request', '`candidate` names a version that is not registered.', {
        field: 'candidate',
        rule: 'registered',
      });
    const mode = shadowModeOf(contract.manifest);
    if (typeof mode === 'string')
      return refuse(
        'conflict',
        'shadow_not_allowed',
        'The contract of the candidate allows no run that is not asked for by a user.',
        {
          field: 'shadow',
          rule: mode,
        },
      );
    const id = key === undefined ? this.ids.next() : deriveId('replay', tenant, key);
    const askedAtMs = this.clock.now();
    const request = { tenant, id, skill, candidate, sinceMs: sinceMs ?? 0, askedAtMs, turns };
    await this.ledger.open(request);
    const found = await this.find(tenant, id);
    return isRefusal(found) || askIdentically(found.replay, request) ? found : keyReused();
  }

  async find(tenant: TenantId, id: string): Promise<ReplayView | Refusal> {
    const replay = await this.ledger.find(tenant, id);
    if (!replay) return refuse('not_found', 'replay_not_found', 'There is no such replay.');
    return { replay, differences: await this.ledger.differences(tenant, id) };
  }
}
