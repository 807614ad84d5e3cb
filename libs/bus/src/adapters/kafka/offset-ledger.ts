/**
 * Which offsets of the present assignment may be committed. Pure; owned by one group member.
 *
 * L1 The committable offset of a partition is its lowest unfinished offset, or the one after its last accepted.
 * L2 A finish counts once, and only in the epoch in which its record was accepted.
 * L3 `beginEpoch` forgets everything: what a former epoch finished later never becomes committable.
 * L4 Offsets of a partition are accepted in ascending order, each once an epoch.
 */
export class OffsetLedger {
  private currentEpoch = 0;
  private partitions = new Map<string, PartitionLedger>();

  get epoch(): number {
    return this.currentEpoch;
  }

  /** Starts the next epoch; nothing is assigned yet. */
  beginEpoch(): number {
    this.partitions = new Map();
    return (this.currentEpoch += 1);
  }

  /** Assigns the partitions of an epoch, each with the position from which it is read; ignored once the epoch is over. */
  assign(epoch: number, positions: readonly PartitionOffset[]): void {
    if (epoch !== this.currentEpoch) return;
    this.partitions = new Map(positions.map((each) => [keyOf(each), new PartitionLedger(each)]));
  }

  /** The offset expected next, or undefined for a partition that is not assigned. */
  position(at: Partition): number | undefined {
    return this.partitions.get(keyOf(at))?.position;
  }

  /** Moves over offsets at which nothing can be read. */
  skipTo(at: PartitionOffset): void {
    this.partitions.get(keyOf(at))?.skipTo(at.offset);
  }

  /** Throws RangeError for an unassigned partition or an offset below its position: a bug of the caller (L4). */
  accept(record: PartitionOffset): Ticket {
    const partition = this.partitions.get(keyOf(record));
    if (!partition || record.offset < partition.position) {
      throw new RangeError(`${keyOf(record)}: offset ${record.offset} is not next`);
    }
    partition.accept(record.offset);
    return { epoch: this.currentEpoch, partition, offset: record.offset };
  }

  /** Returns whether it counted: false for a stale epoch or a second finish (L2). */
  finish(ticket: Ticket): boolean {
    return ticket.epoch === this.currentEpoch && ticket.partition.finish(ticket.offset);
  }

  /** What may be committed and has not been reported as committed. */
  committable(): PartitionOffset[] {
    return [...this.partitions.values()].flatMap((each) => each.committable() ?? []);
  }

  /** Takes note of a commit that the broker has acknowledged; one of a former epoch is ignored. */
  committed(epoch: number, offsets: readonly PartitionOffset[]): void {
    if (epoch !== this.currentEpoch) return;
    for (const each of offsets) this.partitions.get(keyOf(each))?.markCommitted(each.offset);
  }

  /** The lowest unfinished offset of each assigned partition. */
  floors(): PartitionOffset[] {
    return [...this.partitions.values()].map((each) => each.floor());
  }
}

export interface Partition {
  readonly topic: string;
  readonly partition: number;
}

/** Offsets are numbers: a partition would need 2^53 records to leave their exact range. */
export interface PartitionOffset extends Partition {
  readonly offset: number;
}

export interface Ticket {
  readonly epoch: number;
  readonly partition: PartitionLedger;
  readonly offset: number;
}

class PartitionLedger {
  position: number;
  private accepted: number[] = [];
  private lowest = 0;
  private readonly finished = new Set<number>();
  private committedOffset: number;

  constructor(private readonly start: PartitionOffset) {
    this.position = start.offset;
    this.committedOffset = start.offset;
  }

  accept(offset: number): void {
    this.accepted.push(offset);
    this.position = offset + 1;
  }

  skipTo(offset: number): void {
    this.position = Math.max(this.position, offset);
  }

  finish(offset: number): boolean {
    const unfinishedLowest = this.accepted[this.lowest];
    if (unfinishedLowest === undefined || offset < unfinishedLowest || this.finished.has(offset)) return false;
    this.finished.add(offset);
    this.advance();
    return true;
  }

  floor(): PartitionOffset {
    const { topic, partition } = this.start;
    return { topic, partition, offset: this.accepted[this.lowest] ?? this.position };
  }

  committable(): PartitionOffset | undefined {
    const floor = this.floor();
    return floor.offset > this.committedOffset ? floor : undefined;
  }

  markCommitted(offset: number): void {
    this.committedOffset = Math.max(this.committedOffset, offset);
  }

  private advance(): void {
    for (let next = this.accepted[this.lowest]; next !== undefined && this.finished.delete(next);) {
      next = this.accepted[(this.lowest += 1)];
    }
    if (this.lowest > 1024) {
      this.accepted = this.accepted.slice(this.lowest);
      this.lowest = 0;
    }
  }
}

const keyOf = (at: Partition): string => `${at.topic}/${at.partition}`;
