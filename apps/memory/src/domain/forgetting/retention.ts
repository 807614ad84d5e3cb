import { z } from 'zod';

/** What must be kept for a while, whoever asks for its erasure (M18). All conditions that a rule names must hold; of rules that fit the longest counts. */
const retentionRuleSchema = z.strictObject({
  /** Named in the receipt of an erasure that it has refused. */
  rule: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  channels: z.array(z.string().min(1)).min(1).exactOptional(),
  kinds: z
    .array(z.enum(['fact', 'preference', 'state', 'constraint', 'episode']))
    .min(1)
    .exactOptional(),
  sourceTypes: z
    .array(z.enum(['user', 'system', 'tool', 'document', 'inference']))
    .min(1)
    .exactOptional(),
  /** The item's text holds one of these, in any case. */
  mentions: z.array(z.string().min(1)).min(1).exactOptional(),
  keepHours: z.number().positive().max(87_600),
});

type RetentionRule = z.output<typeof retentionRuleSchema>;

const SHIPPED: readonly RetentionRule[] = [
  {
    rule: 'device_error_logs',
    channels: ['device_log', 'device_error', 'device_error_log', 'device_error_logs'],
    sourceTypes: ['tool', 'system'],
    keepHours: 72,
  },
  {
    rule: 'device_error_logs',
    channels: ['sensor', 'device', 'telemetry', 'iot'],
    sourceTypes: ['tool', 'system'],
    mentions: [
      'error',
      'fault',
      'failure',
      'failed',
      'alarm',
      'exception',
      '错误',
      '故障',
      '报错',
      '报警',
      '告警',
      '异常',
      '失败',
    ],
    keepHours: 72,
  },
];

/** What a tenant's file names is added: nobody lets go of a device's errors by keeping something else. */
export const retentionPolicySchema = z
  .array(retentionRuleSchema)
  .default([])
  .transform((more): readonly RetentionRule[] => {
    const known = new Set(SHIPPED.map((rule) => JSON.stringify(rule)));
    return [...more.filter((rule) => !known.has(JSON.stringify(rule))), ...SHIPPED];
  });

export type RetentionPolicy = z.output<typeof retentionPolicySchema>;

export interface Retention {
  readonly rule: string;
  readonly untilMs: number;
}

const HOUR_MS = 3_600_000;

/** Until when an item must be kept, counted from when it was observed, and by which rule; undefined where none holds it. */
export function retentionOf(
  item: {
    readonly kind: NonNullable<RetentionPolicy[number]['kinds']>[number];
    readonly sourceChannel: string;
    readonly sourceType: NonNullable<RetentionPolicy[number]['sourceTypes']>[number];
    readonly content: string;
    readonly observedAtMs: number;
  },
  policy: RetentionPolicy,
): Retention | undefined {
  const text = item.content.toLowerCase();
  const fitting = policy.filter(
    ({ channels, kinds, sourceTypes, mentions }) =>
      (channels?.includes(item.sourceChannel) ?? true) &&
      (kinds?.includes(item.kind) ?? true) &&
      (sourceTypes?.includes(item.sourceType) ?? true) &&
      (mentions?.some((word) => text.includes(word.toLowerCase())) ?? true),
  );
  const [found] = fitting.sort((a, b) => b.keepHours - a.keepHours);
  return found && { rule: found.rule, untilMs: item.observedAtMs + found.keepHours * HOUR_MS };
}
