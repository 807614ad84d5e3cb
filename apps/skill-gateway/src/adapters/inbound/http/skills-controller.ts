import { Body, Controller, Get, Headers, Param, Put, Res } from '@nestjs/common';
import { expectedRevisions, orThrow, RequireScope, tagRevision, validBody } from '@plinth/http';
import type { Response } from 'express';
import type { Rollout } from '../../../domain/rollout/rollout';
import { ChangeRollout } from '../../../features/change-rollout/change-rollout';
import { ListSkills, type SkillOverview } from '../../../features/list-skills/list-skills';
import { rolloutBody, rolloutJson, type RolloutBody } from './rollout-body';

@Controller('v1')
@RequireScope('skills')
export class SkillsController {
  constructor(
    private readonly listSkills: ListSkills,
    private readonly changeRollout: ChangeRollout,
  ) {}

  @Get('skills')
  all() {
    return { skills: this.listSkills.all().map(overviewJson) };
  }

  @Get('skills/:name')
  one(@Param('name') name: string) {
    return overviewJson(orThrow(this.listSkills.one(name)));
  }

  @Get('skills/:name/:version')
  version(@Param('name') name: string, @Param('version') version: string) {
    return orThrow(this.listSkills.version(name, version));
  }

  @Get('rollouts/:skill')
  rollout(@Param('skill') skill: string, @Res({ passthrough: true }) response: Response) {
    return tagged(response, orThrow(this.listSkills.one(skill)).rollout);
  }

  /** Changes what serves every tenant, so the key needs scope `operator` too. 412 when `If-Match` names another revision than the current one. */
  @Put('rollouts/:skill')
  @RequireScope('operator')
  async change(
    @Param('skill') skill: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body(validBody(rolloutBody)) body: RolloutBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { baseline, candidate, weight } = body;
    const change = { baseline, candidate: candidate ?? undefined, weight };
    return tagged(response, orThrow(await this.changeRollout.change(skill, change, expectedRevisions(ifMatch))));
  }
}

function tagged(response: Response, rollout: Rollout) {
  tagRevision(response, rollout.revision);
  return rolloutJson(rollout);
}

function overviewJson({ name, rollout, versions }: SkillOverview) {
  const latest = versions.at(-1);
  return {
    name,
    description: latest?.description ?? '',
    rollout: rolloutJson(rollout),
    versions: versions.map(({ version, effect, confirmation_required }) => ({
      version,
      effect,
      confirmation_required,
    })),
  };
}
