import { z } from 'zod';

/**
 * What passes between the gateway and a provider of skills over Kafka (`kafka://<topic>`): CloudEvents in binary mode, as all records.
 *
 * A command comes on the topic of the provider, keyed by what it must not overtake: `ce_id` names this one try, `ce_budgetms` how long its
 * caller waits, counted from the broker's time of appending (a provider does not begin what nobody waits for any more), and
 * `reply_topic` where the answer goes. An answer carries the command's `ce_id` as `ce_causation`, and its type is the command's answer.
 * Commands come at least once, answers may: an effect happens once for its `idempotency_key`.
 */
export const PROVIDER_MESSAGES = {
  call: { command: 'provider.call.v1', answer: 'provider.called.v1' },
  lookUp: { command: 'provider.look_up_effect.v1', answer: 'provider.effect_looked_up.v1' },
  list: { command: 'provider.list_manifests.v1', answer: 'provider.manifests_listed.v1' },
} as const;

export type ProviderExchange = keyof typeof PROVIDER_MESSAGES;

/** The header that names the topic of the answer. */
export const REPLY_TOPIC_HEADER = 'reply_topic';

/** Every replica of the gateway reads all of it, from when it began: an answer to another's command is none of its business. */
export const PROVIDER_REPLIES_TOPIC = 'plinth.skills.replies';
export const PROVIDER_REPLIES_PARTITIONS = 1;

const succeeded = { result: z.unknown().optional(), receipt: z.unknown().optional() };

/** `provider.called.v1`: a result with the receipt of an effect, or an error of the contract, or why it was refused. */
export const providerCalled = z.object({
  ...succeeded,
  error: z
    .object({
      code: z.string().max(64),
      message: z.string().catch(''),
      field: z.string().optional().catch(undefined),
      rule: z.string().optional().catch(undefined),
    })
    .optional(),
  /** With nothing done, but for `broke`, after which nobody knows. */
  refused: z.enum(['absent', 'overloaded', 'rejected', 'broke']).optional(),
});
export type ProviderCalled = z.output<typeof providerCalled>;

/** `provider.effect_looked_up.v1`. */
export const providerEffect = z.object({ ...succeeded, status: z.enum(['known', 'pending', 'not_known']) });

/** `provider.manifests_listed.v1`. */
export const providerManifests = z.object({ skills: z.array(z.unknown()) });
