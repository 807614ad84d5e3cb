import { languageOf } from '@plinth/contracts';
import { sameAsRoute, structInput, structOf, type GrpcCaller, type GrpcMethod, type GrpcService } from '@plinth/grpc';
import { orThrow, parseBody, requireScopes, resolveUser } from '@plinth/http';
import { sessionId, type JsonObject } from '@plinth/kernel';
import { injectContext } from '@plinth/telemetry';
import { z } from 'zod';
import type { RolloutCommand } from '../../../domain/rollout/command';
import { InvokeDirectly } from '../../../features/invoke-directly/invoke-directly';
import { ReadRollout } from '../../../features/read-rollout/read-rollout';
import { SteerRollout } from '../../../features/steer-rollout/steer-rollout';
import { callBody, keyHeader } from '../http/call-body';
import { CallsController } from '../http/calls-controller';
import { ContractsController } from '../http/contracts-controller';
import { validationBody } from '../http/contract-bodies';
import { actBody, rolloutJson, startBody } from '../http/rollout-body';
import { RolloutsController } from '../http/rollouts-controller';
import { SearchController, searchBody } from '../http/search-controller';
import { SkillsController } from '../http/skills-controller';
import { callMessage } from './call-message';

const named = z.object({ name: z.string() });
const ofSkill = z.object({ skill: z.string() });
const call = callBody.extend({
  name: z.string(),
  arguments: structInput.optional(),
  attributes: structInput.optional(),
});
const validation = validationBody.extend({ name: z.string(), arguments: structInput });
const action = z.discriminatedUnion('action', [
  startBody.extend({ skill: z.string(), action: z.literal('start') }),
  actBody.extend({ skill: z.string(), action: z.enum(['pause', 'resume', 'promote', 'rollback']) }),
]);

/** `plinth.skills.v1.SkillGateway`: the routes of HTTP by another door. */
export const skillsGrpc: GrpcService = {
  name: 'plinth.skills.v1.SkillGateway',
  proto: 'plinth/skills/v1/skills.proto',
  methods: {
    ListSkills: sameAsRoute(SkillsController, 'all', z.object({}), (door) => ({
      skills: door.all().skills.map(({ rollout, ...skill }) => ({ ...skill, rollout: asStruct(rollout) })),
    })),
    GetSkill: sameAsRoute(
      SkillsController,
      'version',
      named.extend({ version: z.string() }),
      (door, { name, version }) => ({
        manifest: asStruct(door.version(name, version)),
      }),
    ),
    InvokeSkill: behindScopes([CallsController], call, async (resolve, asked, caller) => {
      const { name, arguments: args = {}, attributes = {}, locale, dry_run, version, confirmation_token } = asked;
      const { identity, request, signal } = caller;
      const answer = await resolve(InvokeDirectly).invoke({
        ...{ tenant: identity.tenant, key: keyOf(caller), skill: name, arguments: args, attributes, locale, version },
        userId: asked.user_id === undefined ? identity.userId : orThrow(resolveUser(identity, asked.user_id)),
        session: asked.session_id === undefined ? undefined : sessionId(asked.session_id),
        ...{ dryRun: dry_run, confirmationToken: confirmation_token, request, trace: injectContext(), signal },
      });
      return callMessage(name, orThrow(answer), languageOf(locale));
    }),
    ValidateArguments: sameAsRoute(ContractsController, 'validate', validation, (door, { name, ...body }) => ({
      answer: asStruct(door.validate(name, body)),
    })),
    SearchSkills: sameAsRoute(SearchController, 'search', searchBody, (door, body) => door.search(body)),
    GetRollout: behindScopes([RolloutsController], ofSkill, async (resolve, { skill }) => ({
      rollout: asStruct(rolloutJson(orThrow(await resolve(ReadRollout).standing(skill)))),
    })),
    SteerRollout: behindScopes(
      [RolloutsController, Reflect.get(RolloutsController.prototype, 'act')],
      action,
      async (resolve, { skill, reason, ...asked }, { identity }) => {
        const command: RolloutCommand =
          asked.action === 'start' ? { kind: 'start', stage: asked.stage } : { kind: asked.action };
        const steered = { skill, command, by: identity.keyName, reason, expected: undefined };
        orThrow(await resolve(SteerRollout).steer(steered));
        return { rollout: asStruct(rolloutJson(orThrow(await resolve(ReadRollout).standing(skill)))) };
      },
    ),
  },
};

/** A method whose route answers by more than its value: behind the scopes of the route, by the feature that the route calls. */
function behindScopes<Input>(
  routes: Parameters<typeof requireScopes>[1],
  input: z.ZodType<Input>,
  work: (resolve: Parameters<GrpcMethod>[0], request: Input, caller: GrpcCaller) => Promise<object>,
): GrpcMethod {
  return (resolve, request, caller) => {
    requireScopes(caller.identity, routes);
    return work(resolve, orThrow(parseBody(input, request)), caller);
  };
}

function keyOf({ idempotencyKey }: GrpcCaller): string | undefined {
  if (idempotencyKey === undefined) return undefined;
  return orThrow(parseBody(keyHeader, { 'Idempotency-Key': idempotencyKey }))['Idempotency-Key'];
}

/** As JSON has it: what is undefined is not there. */
const asStruct = (value: object) => structOf(JSON.parse(JSON.stringify(value)) as JsonObject);
