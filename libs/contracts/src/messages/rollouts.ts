import { z } from 'zod';
import { defineEvent } from '../define';
import { lowerSnakeName } from '../name-patterns';
import { instant } from './message-parts';

const standing = z.object({
  status: z.enum(['idle', 'running', 'paused', 'completed', 'rolled_back']),
  stage: z.string().optional().describe('The name of the stage; absent while idle'),
  baseline: z.string(),
  candidate: z.string().optional(),
});

const share = z.object({ events: z.int().min(0), of: z.int().min(0) });

const guardReport = z.object({
  guard: z.string(),
  verdict: z.enum(['pass', 'fail', 'inconclusive']),
  reason: z.string(),
  candidate: share.optional(),
  baseline: share.optional(),
  bound: z.number(),
});

export const rolloutChanged = defineEvent('skill.rollout_changed.v1', {
  topics: ['plinth.skills.events'],
  summary:
    'A rollout of a skill has changed: from what to what, by whom, and why. Sent once or more, in order, none left out.',
  schema: z.object({
    skill: lowerSnakeName,
    revision: z.int().min(1).describe('Counts the changes of this rollout; skill and revision name one change'),
    at: instant,
    by: z.object({ kind: z.enum(['person', 'engine']), name: z.string().optional() }),
    action: z.enum(['configure', 'start', 'pause', 'resume', 'promote', 'rollback']),
    from: standing,
    to: standing,
    reason: z.string(),
    guards: z.array(guardReport).describe('What the guards said, where they decided'),
  }),
});
