import { Body, Controller, Get, Headers, Param, Post, Res } from '@nestjs/common';
import { lowerSnakeName, semanticVersion } from '@plinth/contracts';
import { accepted, CurrentIdentity, Describe, orThrow, RequireScope, validBody, type Identity } from '@plinth/http';
import type { Response } from 'express';
import { z } from 'zod';
import { AskReplay, type ReplayView } from '../../../features/replay-skill/ask-replay';

const replayBody = z
  .strictObject({
    skill: lowerSnakeName,
    candidate: semanticVersion,
    since: z.iso.datetime().optional(),
    turns: z.array(z.string().min(1).max(256)).min(1).max(1_000).optional(),
  })
  .refine(({ since, turns }) => since === undefined || turns === undefined, {
    path: ['turns'],
    message: 'say `since` or `turns`, not both',
  });

/**
 * Recorded calls of the tenant, run against a candidate (S14). They hold what its users said, so the key needs scope `admin` beside
 * `skills`.
 */
@Controller('v1/replays')
@RequireScope('skills')
export class ReplaysController {
  constructor(private readonly askReplay: AskReplay) {}

  /** 202; without `since` and `turns` all that is recorded. The same `Idempotency-Key` asks for the same replay. */
  @Describe('Runs recorded calls against a candidate, offline.', {
    202: 'The replay is asked for; `Location` tells where its differences will be.',
  })
  @Post()
  @RequireScope('admin')
  async ask(
    @Body(validBody(replayBody)) body: z.output<typeof replayBody>,
    @Headers('idempotency-key') key: string | undefined,
    @CurrentIdentity() { tenant }: Identity,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { skill, candidate, since, turns } = body;
    const sinceMs = since === undefined ? undefined : Date.parse(since);
    const view = orThrow(await this.askReplay.ask({ tenant, skill, candidate, sinceMs, turns, key }));
    accepted(response, `/v1/replays/${view.replay.id}`);
    return replayJson(view);
  }

  @Describe('Reads a replay and the differences that it has found.', { 200: 'The replay.' })
  @Get(':id')
  @RequireScope('admin')
  async find(@Param('id') id: string, @CurrentIdentity() { tenant }: Identity) {
    return replayJson(orThrow(await this.askReplay.find(tenant, id)));
  }
}

function replayJson({ replay, differences }: ReplayView) {
  const { id, skill, candidate, status, counts, reason, askedAtMs, endedAtMs } = replay;
  return {
    ...{ id, skill, candidate, status, counts },
    ...(reason !== undefined && { reason }),
    asked_at: new Date(askedAtMs).toISOString(),
    ...(endedAtMs !== undefined && { ended_at: new Date(endedAtMs).toISOString() }),
    differences: differences.map((difference) => ({
      ...{ call_id: difference.commandId, baseline: difference.version },
      ...{ differences: difference.differences, left_off: difference.leftOff },
    })),
  };
}
