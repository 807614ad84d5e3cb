import { rolloutChanged, type Outgoing } from '@plinth/contracts';
import { deriveId, messageId, tenantId } from '@plinth/kernel';
import type { Change } from '../../../ports/rollout-ledger';

/** A rollout serves every tenant; the envelope wants one. */
const TENANT = tenantId('default');

/** The same message for the same change, so that one announced twice can be told. */
export function announcementOf({ skill, entry }: Change): Outgoing<typeof rolloutChanged> {
  const { atMs, guards, from, to, ...rest } = entry;
  return {
    definition: rolloutChanged,
    envelope: {
      id: messageId(deriveId('rollout changed', skill, String(entry.revision), String(atMs))),
      source: 'skill-gateway',
      timeMs: atMs,
      tenant: TENANT,
      subject: skill,
    },
    data: { skill, at: new Date(atMs).toISOString(), from, to, guards: [...guards], ...rest },
  };
}
