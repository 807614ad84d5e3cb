import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { orThrow, RequireScope, validBody } from '@plinth/http';
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
  rollout(@Param('skill') skill: string) {
    return rolloutJson(orThrow(this.listSkills.one(skill)).rollout);
  }

  @Put('rollouts/:skill')
  async change(@Param('skill') skill: string, @Body(validBody(rolloutBody)) body: RolloutBody) {
    const { baseline, candidate, weight } = body;
    const change = { baseline, candidate: candidate ?? undefined, weight };
    return rolloutJson(orThrow(await this.changeRollout.change(skill, change)));
  }
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
