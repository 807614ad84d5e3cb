import { PROTOS } from '@plinth/contracts';
import { GrpcServer, structInput, structOf, type GrpcMethod, type GrpcService, type Struct } from '@plinth/grpc';
import {
  EdgeAdmission,
  HealthRegistry,
  localIdentity,
  orThrow,
  parseBody,
  throwRefusal,
  type Authenticator,
} from '@plinth/http';
import { RandomIds, refuse, tenantId, type JsonObject } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import { z } from 'zod';
import type { Skill } from '../skill';
import type { ServedSkills } from './served-skills';
import type { SkillAnswer } from './skill-answer';

/** Calls under way at once, of all skills together, and as many again that wait for a moment; each skill has its own limit besides. */
const CALLS = { inFlight: 512, queue: 512 } as const;

/** Whoever reaches a provider may call it, as over HTTP: who serves whom is decided by the gateway. */
const everybody: Authenticator = { authenticate: () => localIdentity(tenantId('default')) };

export interface GrpcDoorOptions {
  readonly host: string;
  readonly drainTimeoutMs: number;
  readonly logger: Logger;
}

/** The skills by `plinth.skills.v1.SkillProvider`, with health and reflection. The caller lets it listen and closes it. */
export function grpcDoor(skills: ServedSkills, { host, drainTimeoutMs, logger }: GrpcDoorOptions): GrpcServer {
  return new GrpcServer({
    services: [providerService(skills)],
    protos: PROTOS,
    ...{ authenticator: everybody, admission: new EdgeAdmission(CALLS), health: new HealthRegistry() },
    ...{ ids: new RandomIds(), logger, host, drainTimeoutMs },
    resolve: (controller) => {
      throw new Error(`a provider of skills has no ${controller.name}`);
    },
  });
}

const address = { skill: z.string().min(1).max(64), version: z.string().min(1).max(64) };
const text = z.string().max(1_000).default('');
const invokeRequest = z.object({
  ...address,
  arguments: structInput.optional(),
  context: z.object({
    tenant: z.string().min(1).max(200),
    ...{ user_id: text, session_id: text, turn_id: text },
    locale: z.string().max(35).default('en'),
    attributes: structInput.optional(),
  }),
  idempotency_key: text,
  dry_run: z.boolean().default(false),
});
const lookUpRequest = z.object({
  ...address,
  idempotency_key: z.string().min(1).max(1_000),
  tenant: z.string().min(1).max(200),
});

function providerService(skills: ServedSkills): GrpcService {
  const manifests: GrpcMethod = async () => ({ skills: skills.manifests.map(struct) });
  const invoke: GrpcMethod = async (_resolve, request, { signal }) => {
    const asked = orThrow(parseBody(invokeRequest, request));
    const { tenant, user_id, session_id, turn_id, locale, attributes = {} } = asked.context;
    return messageOf(
      await skills.call(
        found(skills, asked),
        {
          arguments: { ...asked.arguments },
          context: { tenant, userId: user_id, sessionId: session_id, turnId: turn_id, locale, attributes },
          idempotencyKey: asked.idempotency_key,
          dryRun: asked.dry_run,
        },
        signal,
      ),
    );
  };
  const lookUp: GrpcMethod = async (_resolve, request) => {
    const asked = orThrow(parseBody(lookUpRequest, request));
    const told = await skills.lookUpEffect(found(skills, asked), asked.tenant, asked.idempotency_key);
    if (told.status !== 'known') return told;
    return { ...told, result: struct(told.result), ...(told.receipt && { receipt: struct(told.receipt) }) };
  };
  return {
    name: 'plinth.skills.v1.SkillProvider',
    proto: 'plinth/skills/v1/skill_provider.proto',
    methods: { ListManifests: manifests, Invoke: invoke, LookUpEffect: lookUp },
  };
}

function found(skills: ServedSkills, { skill, version }: { readonly skill: string; readonly version: string }): Skill {
  return (
    skills.find(skill, version) ??
    throwRefusal(refuse('not_found', 'unknown_skill', 'This version of this skill is not served here.'))
  );
}

/** What a call came to, in messages and statuses of gRPC: the only place that knows both. */
function messageOf(answer: SkillAnswer): object {
  switch (answer.kind) {
    case 'answered':
      return { result: struct(answer.result), ...(answer.receipt && { receipt: struct(answer.receipt) }) };
    case 'failed': {
      const { code, message, field, rule } = answer.error;
      return { error: { code, message, ...(field !== undefined && { field }), ...(rule !== undefined && { rule }) } };
    }
    case 'refused':
      return throwRefusal(refuse(answer.reason, answer.error.code, answer.error.message));
    case 'stopped':
      return throwRefusal(refuse('unavailable', answer.error.code, answer.error.message));
  }
}

/** As JSON has it: what is undefined is absent. */
const struct = (value: object): Struct => structOf(JSON.parse(JSON.stringify(value)) as JsonObject);
