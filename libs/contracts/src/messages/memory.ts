import { z } from 'zod';
import { defineCommand, defineEvent } from '../define';
import { anchor, instant, jsonObject, locale, skillResult, timeZone } from './message-parts';

/** The user as the client sent it: an id of ours, or one of a channel. */
export const userReference = z.union([
  z.object({ user_id: z.string().min(1).max(128) }),
  z.object({ channel: z.string().min(1).max(64), external_id: z.string().min(1).max(256) }),
]);
export type UserReference = z.output<typeof userReference>;

export const releasedTurn = z
  .object({
    turn_id: z.string(),
    reply: z.string(),
    slots: z.record(z.string(), z.string()).describe('What the reply offered or asked, e.g. asked_candidate'),
  })
  .describe('The previous turn as the user saw it');

/** Where memory keeps an item: for its session, by key for its user, or found by search. */
export const memoryLayer = z.enum(['session', 'profile', 'semantic']);
export type MemoryLayer = z.output<typeof memoryLayer>;

export const memoryItem = z.object({
  id: z.string(),
  kind: z.enum(['fact', 'preference', 'state', 'constraint', 'episode']),
  layer: memoryLayer,
  key: z.string().optional(),
  content: z.string(),
  source_type: z.enum(['user', 'system', 'tool', 'document', 'inference']),
  score: z.number(),
});
export type MemoryItem = z.output<typeof memoryItem>;

/** What the light update did to the session before recall, so that the reply can say so (M14). */
export const memoryChange = z.object({
  op: z.enum(['set', 'replaced', 'undone', 'confirmed', 'refused', 'nothing_to_undo']),
  key: z.string(),
  value: z.string().optional(),
  previous: z.string().optional(),
});
export type MemoryChange = z.output<typeof memoryChange>;

/** Of items that one agent alone finds; the profile is everybody's (M27). */
export const memorySpace = z.string().min(1).max(64);

/** A choice of the agent with its reason (M34); a kind that people ask back about is `recommendation`, `plan` or `choice`. */
const decision = z.object({ kind: z.string(), choice: z.string(), reason: z.string() });

/** What a turn is to see of its dialogue (M3, M31); the texts of the rounds are the session's own, by turn. */
export const dialogueContext = z.object({
  summary: z.string().optional().describe('Stands for all rounds that are not listed'),
  rounds: z
    .array(z.object({ turn_id: z.string(), said: z.boolean(), replied: z.boolean() }))
    .describe('Verbatim, oldest first; a message of nothing but courtesy is not shown'),
  tokens: z.int().min(0).describe('Of o200k_base, the task state included'),
  entities: z
    .array(z.object({ kind: z.string(), value: z.string() }))
    .describe('What the task is about, the latest last'),
});
export type DialogueContext = z.output<typeof dialogueContext>;

/** Why memory answered a turn as it did (M28): bounded, so that it can stay with the turn. */
export const memoryPreview = z.object({
  answered_by: z.enum([...memoryLayer.options, 'none']),
  took_ms: z.number().min(0).describe('Of reading and deciding'),
  knew: z
    .record(z.string(), z.int().min(0))
    .describe('How much was read: session, profile, candidates, contacts, rounds, found'),
  items: z
    .array(
      z.object({
        id: z.string(),
        key: z.string().optional(),
        layer: memoryLayer,
        content: z.string().max(160).describe('The beginning of it, as its user may read it'),
        masked: z.string().max(160).optional().describe('As anybody else may, where that is not the same'),
        arms: z.array(z.string()).optional().describe('What found it'),
        score: z.number(),
        kept: z.boolean(),
        reason: z.string().max(240),
      }),
    )
    .max(32)
    .describe('All that was kept, then the best of what was dropped'),
  left_off: z.int().min(0).optional().describe('Dropped, and not listed'),
});
export type MemoryPreview = z.output<typeof memoryPreview>;

const assembleData = z.object({
  user: userReference,
  text: z.string(),
  now: instant.describe('When the turn was accepted'),
  locale,
  time_zone: timeZone,
  attributes: jsonObject.optional(),
  space: memorySpace.optional().describe('Searched beside what all agents share'),
  previous: releasedTurn.optional(),
});

export const memoryAssemble = defineCommand('memory.assemble.v1', {
  topics: ['plinth.memory.commands'],
  summary: 'Update the session from what the user said, then recall what the turn needs.',
  expires: true,
  schema: assembleData,
});

export const memoryAssembled = defineEvent('memory.assembled.v1', {
  topics: ['plinth.session.events'],
  answers: memoryAssemble,
  summary: 'What memory knows for this turn, after the light update.',
  schema: z.object({
    user_id: z.string().describe('The canonical user'),
    anchors: z.array(anchor),
    session: z.object({
      facts: z.record(z.string(), z.string()),
      constraints: z.record(z.string(), z.string()),
      state: z.record(z.string(), z.string()),
    }),
    changes: z.array(memoryChange),
    context: dialogueContext.optional(),
    items: z.array(memoryItem),
    answer: z
      .object({
        key: z.string(),
        value: z.string().optional(),
        item_id: z.string().optional(),
        layer: z.enum([...memoryLayer.options, 'none']),
        of: z.string().optional().describe('The contact whose it is; without one it is the user’s'),
        decision: decision.optional().describe('Of the agent, when its reason was asked for (M34)'),
      })
      .optional()
      .describe('The direct answer to a question about one attribute; without a value: asked, and not known'),
    ask: z
      .object({
        candidate_id: z.string(),
        key: z.string(),
        value: z.string(),
        inferred: z
          .literal(true)
          .optional()
          .describe('The user has never said it; memory concludes it from what he has shown (M15)'),
      })
      .optional()
      .describe('A candidate to be confirmed by the user (M12)'),
    preview: memoryPreview.optional(),
  }),
});

export const memoryCommit = defineCommand('memory.commit.v1', {
  topics: ['plinth.memory.commands'],
  summary: 'Write what the turn has established; never an unverified draft.',
  schema: z.object({
    user_id: z.string(),
    text: z.string(),
    locale,
    observed_at: instant,
    anchors: z.array(anchor),
    skill_results: z.array(skillResult),
    used_memory_ids: z.array(z.string()),
    decisions: z.array(decision),
    space: memorySpace
      .optional()
      .describe('Where decisions and receipts are kept; what the user is and wants is shared'),
    unassembled: assembleData
      .pick({ user: true, time_zone: true, attributes: true })
      .extend({ previous: releasedTurn.omit({ reply: true }).optional() })
      .optional()
      .describe(
        'Beside the text, of the assembly that nobody answered in time: what the user said is noted before the commit',
      ),
  }),
});

export const memoryCommitted = defineEvent('memory.committed.v1', {
  topics: ['plinth.session.events'],
  answers: memoryCommit,
  summary: 'What was stored, once per command id.',
  schema: z.object({
    stored: z.array(z.object({ id: z.string(), kind: z.string(), key: z.string().optional(), status: z.string() })),
  }),
});

export const memoryEnd = defineCommand('memory.end.v1', {
  topics: ['plinth.memory.commands'],
  summary: 'The session has ended: delete its hot state and its session rows.',
  schema: z.object({ user_id: z.string().optional() }),
});

export const memoryEnded = defineEvent('memory.ended.v1', {
  topics: ['plinth.session.events'],
  answers: memoryEnd,
  summary: 'The session state is gone.',
  schema: z.object({ removed: z.int().min(0) }),
});
