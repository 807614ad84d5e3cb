import type { KafkaAdmin } from './kafka-admin';
import type { PartitionOffset } from './offset-ledger';

/** Partitions by topic. */
export type Assignment = Readonly<Record<string, readonly number[]>>;

/**
 * Where each assigned partition is to be read from: its committed offset, or its beginning when nothing was committed or
 * retention has removed what follows it. Stable once the group has settled, since only the owner of a partition commits it.
 */
export async function startPositions(
  admin: KafkaAdmin,
  group: string,
  assignment: Assignment,
): Promise<PartitionOffset[]> {
  const topics = Object.keys(assignment);
  if (topics.length === 0) return [];
  return admin.ask('read the committed offsets', async (client) => {
    const committed = await client.fetchOffsets({ groupId: group, topics });
    const lows = await Promise.all(
      topics.map(async (topic) => [topic, await client.fetchTopicOffsets(topic)] as const),
    );
    const lowOf = offsetsByPartition(
      lows.map(([topic, partitions]) => ({
        topic,
        partitions: partitions.map(({ partition, low }) => ({ partition, offset: low })),
      })),
    );
    const committedOf = offsetsByPartition(committed);
    return topics.flatMap((topic) =>
      (assignment[topic] ?? []).map((partition) => {
        const at = `${topic}/${partition}`;
        return { topic, partition, offset: Math.max(committedOf.get(at) ?? -1, lowOf.get(at) ?? 0) };
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
