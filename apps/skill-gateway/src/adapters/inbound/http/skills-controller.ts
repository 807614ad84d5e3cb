import { Controller, Get, Param } from '@nestjs/common';
import { Describe, orThrow, RequireScope } from '@plinth/http';
import { ListSkills, type SkillOverview } from '../../../features/list-skills/list-skills';
import { summaryJson } from './rollout-body';

@Controller('v1')
@RequireScope('skills')
export class SkillsController {
  constructor(private readonly listSkills: ListSkills) {}

  @Describe('Lists the skills that are registered, and what is kept out and why.', { 200: 'The skills by name.' })
  @Get('skills')
  all() {
    return { skills: this.listSkills.all().map(overviewJson), quarantined: this.listSkills.quarantined() };
  }

  @Describe('Reads a skill: its versions and its rollout.', { 200: 'The skill.' })
  @Get('skills/:name')
  one(@Param('name') name: string) {
    return overviewJson(orThrow(this.listSkills.one(name)));
  }

  @Describe('Reads the manifest of a version.', { 200: 'The manifest.' })
  @Get('skills/:name/:version')
  version(@Param('name') name: string, @Param('version') version: string) {
    return orThrow(this.listSkills.version(name, version));
  }
}

function overviewJson({ name, rollout, versions }: SkillOverview) {
  const latest = versions.at(-1);
  return {
    name,
    description: latest?.description ?? '',
    rollout: summaryJson(rollout),
    versions: versions.map(({ version, effect, confirmation_required }) => ({
      version,
      effect,
      confirmation_required,
    })),
  };
}
