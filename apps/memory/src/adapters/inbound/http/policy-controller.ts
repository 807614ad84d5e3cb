import { Controller, Get } from '@nestjs/common';
import { CurrentIdentity, Describe, RequireScope, type Identity } from '@plinth/http';
import { ReadPolicy } from '../../../features/read-policy/read-policy';

@Controller('v1/memory/policy')
@RequireScope('memory', 'admin')
export class PolicyController {
  constructor(private readonly readPolicy: ReadPolicy) {}

  @Describe('Reads the policy of memory that holds for the tenant.', { 200: 'The policy.' })
  @Get()
  policy(@CurrentIdentity() identity: Identity) {
    return this.readPolicy.read(identity.tenant);
  }
}
