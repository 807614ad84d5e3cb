import { sameAsRoute, type GrpcService } from '@plinth/grpc';
import { z } from 'zod';
import { AnchorsController, anchorsBody } from '../http/anchors-controller';
import { id } from '../http/body-parts';
import { candidatePath, CandidatesController, modeBody } from '../http/candidates-controller';
import { DocumentsController, namedDocument } from '../http/documents-controller';
import { ErasuresController, ofUser } from '../http/erasures-controller';
import { FeedbackController, feedbackBody } from '../http/feedback-controller';
import { IdentitiesController, linkBody, mergeBody } from '../http/identities-controller';
import { itemBody, ItemsController } from '../http/items-controller';
import { JobsController, namedJob } from '../http/jobs-controller';
import { MemoryController, named } from '../http/memory-controller';
import { ObserveController, observeBody } from '../http/observe-controller';
import { OrganisationController, segmentBody } from '../http/organisation-controller';
import { RecallController, recallBody } from '../http/recall-controller';
import { inspection, UsersController } from '../http/users-controller';

const itemsBody = z.strictObject({ items: z.array(z.preprocess(plainAttributes, itemBody)).min(1).max(1_000) });
/** Protobuf has no null: what is not sent is none. */
const chosenMode = named.extend({ mode: modeBody.shape.mode.default(null) });
const chosenSegment = named.extend({ segment: segmentBody.shape.segment.default(null) });
const jobToRun = namedJob.extend({ dry_run: z.boolean().default(false) });
const candidateBody = candidatePath.extend({ user_id: id.optional() });

/** `plinth.memory.v1`: every method is a route of HTTP by another door, so that both answer alike. */
export const memoryGrpc: GrpcService = {
  name: 'plinth.memory.v1.MemoryService',
  proto: 'plinth/memory/v1/memory.proto',
  methods: {
    Recall: sameAsRoute(RecallController, 'recall', recallBody, (door, body, { identity }) =>
      door.recall(body, identity),
    ),
    WriteItems: sameAsRoute(ItemsController, 'write', itemsBody, (door, { items }, { identity, idempotencyKey }) =>
      door.write({ items }, idempotencyKey, identity),
    ),
    FindAnchors: sameAsRoute(AnchorsController, 'anchors', anchorsBody, (door, body, { identity }) =>
      door.anchors(body, identity),
    ),
    Observe: sameAsRoute(ObserveController, 'observe', observeBody, (door, body, { identity, idempotencyKey }) =>
      door.observe(body, idempotencyKey, identity),
    ),
    GetSession: sameAsRoute(MemoryController, 'session', named, (door, params, { identity }) =>
      door.session(params, identity),
    ),
    GetUser: sameAsRoute(
      UsersController,
      'user',
      inspection.extend({ id }),
      (door, { id: user, ...asked }, { identity }) => door.user({ id: user }, identity, asked),
    ),
    AnswerCandidate: sameAsRoute(
      CandidatesController,
      'answer',
      candidateBody,
      (door, { user_id, ...path }, { identity }) => door.answer(path, { user_id }, identity),
    ),
    GiveFeedback: sameAsRoute(FeedbackController, 'give', feedbackBody, (door, body, { identity }) =>
      door.give(body, identity),
    ),
    EraseUser: sameAsRoute(MemoryController, 'requestErasure', named, (door, params, { identity }) =>
      door.requestErasure(params, identity),
    ),
    EraseItem: sameAsRoute(
      ErasuresController,
      'erase',
      ofUser.extend({ id }),
      (door, { id: item, user_id }, { identity }) => door.erase({ id: item }, { user_id }, identity),
    ),
    LinkIdentity: sameAsRoute(IdentitiesController, 'link', linkBody, (door, body, { identity }) =>
      door.link(body, identity),
    ),
    MergeUsers: sameAsRoute(IdentitiesController, 'merge', mergeBody, (door, body, { identity }) =>
      door.merge(body, identity),
    ),
    UnlinkIdentity: sameAsRoute(IdentitiesController, 'unlink', linkBody, (door, body, { identity }) =>
      door.unlink(body, identity),
    ),
    UndoMerge: sameAsRoute(IdentitiesController, 'undo', named, (door, params, { identity }) =>
      door.undo(params, identity),
    ),
    GetErasure: sameAsRoute(MemoryController, 'erasure', named, (door, params, { identity }) =>
      door.erasure(params, identity),
    ),
    SetMode: sameAsRoute(CandidatesController, 'mode', chosenMode, (door, { id: user, mode }, { identity }) =>
      door.mode({ id: user }, { mode }, identity),
    ),
    SetSegment: sameAsRoute(
      OrganisationController,
      'setSegment',
      chosenSegment,
      (door, { id: user, segment }, { identity }) => door.setSegment({ id: user }, { segment }, identity),
    ),
    RunJob: sameAsRoute(JobsController, 'run', jobToRun, (door, { dry_run, ...job }, { identity }) =>
      door.run(job, { dry_run }, identity),
    ),
    GetJob: sameAsRoute(JobsController, 'last', namedJob, (door, params, { identity }) => door.last(params, identity)),
    DeleteDocument: sameAsRoute(DocumentsController, 'remove', namedDocument, (door, params, { identity }) =>
      door.remove(params, identity),
    ),
  },
};

const itemWithAttributes = z.looseObject({ attributes: z.record(z.string(), z.looseObject({})).optional() });

/** `{ age: { number: 3 } }` as HTTP has it: `{ age: 3 }`. */
function plainAttributes(item: unknown): unknown {
  const { data } = itemWithAttributes.safeParse(item);
  if (data?.attributes === undefined) return item;
  const attributes = Object.entries(data.attributes).map(([key, value]): [string, unknown] => [
    key,
    Object.values(value)[0],
  ]);
  return { ...data, attributes: Object.fromEntries(attributes) };
}
