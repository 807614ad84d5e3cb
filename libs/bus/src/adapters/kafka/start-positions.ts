import type { KafkaAdmin } from './kafka-admin';
import type { PartitionOffset } from './offset-ledger';

/** Partitions by topic. */
export type Assignment = Readonly<Record<string, readonly number[]>>;

/**
 * Where each assigned partition is to be read from: its committed offset, or its beginning (its end, if wished) when nothing was
 * committed, or what is left when retention has removed what follows it. Stable once the group has settled, since only the owner of a partition commits it.
 */
export async function startPositions(
  admin: KafkaAdmin,
  group: string,
  assignment: Assignment,
  from?: 'end',
): Promise<PartitionOffset[]> {
  const topics = Object.keys(assignment);
  if (topics.length === 0) return [];
  return admin.ask('read the committed offsets', async (client) => {
    const committed = await client.fetchOffsets({ groupId: group, topics });
    const bounds = await Promise.all(
      topics.map(async (topic) => [topic, await client.fetchTopicOffsets(topic)] as const),
    );
    const boundOf = (bound: 'low' | 'high'): Map<string, number> =>
      offsetsByPartition(
        bounds.map(([topic, partitions]) => ({
          topic,
          partitions: partitions.map((each) => ({ partition: each.partition, offset: each[bound] })),
        })),
      );
    const [lowOf, highOf] = [boundOf('low'), boundOf('high')];
    const committedOf = offsetsByPartition(committed);
    return topics.flatMap((topic) =>
      (assignment[topic] ?? []).map((partition) => {
        const at = `${topic}/${partition}`;
        const committedAt = committedOf.get(at) ?? -1;
        const wanted = committedAt < 0 && from === 'end' ? (highOf.get(at) ?? 0) : committedAt;
        return { topic, partition, offset: Math.max(wanted, lowOf.get(at) ?? 0) };
      }),
    );
  });
}

interface TopicOffsets {
  readonly topic: string;
  readonly partitions: readonly { readonly partition: number; readonly offset: string }[];
}

const offsetsByPartition = (topics: readonly TopicOffsets[]): Map<string, number> =>
  new Map(
    topics.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => [`${topic}/${partition}`, Number(offset)] as const),
    ),
  );
