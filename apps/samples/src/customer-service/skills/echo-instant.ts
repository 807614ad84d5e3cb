import { defineSkill, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';

/** Answers at once: what the benchmarks call, so that they measure the mesh and not a skill. */
export function echoInstant(): Skill {
  return defineSkill({
    name: 'echo_instant',
    version: '1.0.0',
    description: 'Returns the text that it was given, at once.',
    trigger: 'a benchmark measures a turn',
    effect: 'read',
    shadow: 'safe',
    input: z.object({ text: z.string().max(2_000) }),
    output: z.object({ text: z.string() }),
    p95Ms: 5,
    run: ({ text }) => ({ text }),
  });
}
