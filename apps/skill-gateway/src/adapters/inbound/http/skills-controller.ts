import { Controller, Get, Param } from '@nestjs/common';
import { Describe, orThrow, RequireScope } from '@plinth/http';
import type { RegistrationMark } from '../../../domain/catalogue/catalogue';
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

function overviewJson({ name, rollout, versions, marks }: SkillOverview) {
  const latest = versions.at(-1);
  return {
    name,
    description: latest?.description ?? '',
    rollout: summaryJson(rollout),
    versions: versions.map(({ version, effect, confirmation_required }) => ({
      version,
      effect,
      confirmation_required,
      ...markJson(marks.get(version)),
    })),
  };
}

/** Of what was imported: its name there, and what is claimed of it, for whoever completes it. */
function markJson(mark: RegistrationMark | undefined) {
  const { state = 'complete', origin } = mark ?? {};
  if (!origin) return { state };
  return { state, origin: { namespace: origin.namespace, name: origin.name, hints: origin.hints ?? {} } };
}
