import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { CurrentRequestId, Describe, orThrow, RequireScope, validBody } from '@plinth/http';
import type { RequestId } from '@plinth/kernel';
import type { Response } from 'express';
import { RegisterSkills, type Judgement } from '../../../features/register-skills/register-skills';
import { ValidateArguments } from '../../../features/validate-arguments/validate-arguments';
import {
  registrationBody,
  validationBody,
  validationJson,
  type RegistrationBody,
  type ValidationBody,
} from './contract-bodies';

@Controller('v1/skills')
@RequireScope('skills')
export class ContractsController {
  constructor(
    private readonly registerSkills: RegisterSkills,
    private readonly validateArguments: ValidateArguments,
  ) {}

  /**
   * 201 for a new version, 200 for one that is known; 409 when it does not go with what is registered, 422 when it is at
   * fault in itself, with every fault. A skill serves every tenant, so the key needs scope `operator` too.
   */
  @Describe('Registers a version of a skill by its manifest.', {
    200: 'The version is known already.',
    201: 'The version is registered; it serves once a rollout names it.',
  })
  @Post()
  @RequireScope('operator')
  async register(
    @Body(validBody(registrationBody)) body: RegistrationBody,
    @CurrentRequestId() request: RequestId,
    @Res({ passthrough: true }) response: Response,
  ) {
    const judgement = await this.registerSkills.registerOne(body.manifest, body.provider_url);
    if (judgement.kind !== 'registered') return refused(judgement, request, response);
    const { name, version } = judgement.manifest;
    response.status(judgement.isNew ? 201 : 200).setHeader('Location', `/v1/skills/${name}/${version}`);
    return { name, version, state: 'complete' };
  }

  /** What the contract makes of arguments: nothing is called. */
  @Describe('Tells what the contract makes of arguments; calls nothing.', {
    200: 'Whether they are valid, what would be mended, and every rule that they break.',
  })
  @Post(':name/validate')
  @HttpCode(200)
  validate(@Param('name') name: string, @Body(validBody(validationBody)) body: ValidationBody) {
    return validationJson(orThrow(this.validateArguments.validate(name, body.version, body.arguments)));
  }
}

const REFUSALS = {
  refused: [422, 'manifest_refused', 'The manifest is at fault; `faults` has every place and rule.'],
  conflict: [409, 'manifest_conflicts', 'The manifest does not go with what is registered; `faults` says how.'],
} as const;

function refused({ kind, faults }: Exclude<Judgement, { kind: 'registered' }>, request: RequestId, response: Response) {
  const [status, code, message] = REFUSALS[kind];
  response.status(status);
  return { error: { code, message, retryable: false, request_id: request }, faults };
}
