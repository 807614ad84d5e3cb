import { TOPICS, userErased, type DataOf, type userErase } from '@plinth/contracts';
import { reply, type Delivery, type Reply } from './delivery';

/**
 * The answer to `user.erase.v1` of the service that takes it on this topic. It names the user by whom the erasure is keyed, or
 * without one the first of its ids, which is the canonical one. Counts are rows redacted or deleted, by table; `refused` is what a rule keeps.
 */
export function erased(
  { topic, user }: Pick<Delivery, 'topic' | 'user'>,
  { erasure_id, user_ids }: DataOf<typeof userErase>,
  counts: Readonly<Record<string, number>>,
  refused: readonly DataOf<typeof userErased>['refused'][number][] = [],
): Reply<typeof userErased> {
  const [canonical = ''] = user_ids;
  const { consumer: service } = TOPICS[topic];
  if (service === undefined) throw new Error(`no service takes commands on ${topic}`);
  return reply(userErased, {
    erasure_id,
    user_id: user ?? canonical,
    service,
    counts: { ...counts },
    refused: [...refused],
  });
}
