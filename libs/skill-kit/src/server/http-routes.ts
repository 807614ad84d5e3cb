import type { IncomingMessage } from 'node:http';
import { metricsText, nameHttpSpan } from '@plinth/telemetry';
import type { Skill } from '../skill';
import { failure, httpAnswerOf, json, type HttpAnswer } from './http-answer';
import { readBody } from './read-body';
import type { ServedSkills } from './served-skills';
import { skillRequestBody, skillRequestOf } from './skill-request';

const MAX_BODY_BYTES = 256 * 1_024;
const SKILL = /^\/skills\/([^/]{1,64})\/([^/]{1,64})(?:\/effects\/([^/]{1,600}))?$/;

/** Answers one request. Rejects with what a skill throws outside of its contract. */
export async function answerRequest(
  request: IncomingMessage,
  skills: ServedSkills,
  gone: AbortSignal,
): Promise<HttpAnswer> {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const [, name = '', version = '', key] = SKILL.exec(path) ?? [];
  const skill = skills.find(name, version);
  if (request.method === 'POST' && skill && key === undefined) return answerCall(request, skill, skills, gone);
  if (request.method === 'GET' && skill && key !== undefined) return answerLookup(skill, skills, key, query);
  if (request.method === 'GET') return answerProbe(path, skills);
  return failure(404, 'unknown_skill', `No skill at ${path}.`);
}

/** The SERVER span is the HTTP instrumentation's, which knows neither routes nor skills. */
async function answerCall(
  request: IncomingMessage,
  skill: Skill,
  skills: ServedSkills,
  gone: AbortSignal,
): Promise<HttpAnswer> {
  nameHttpSpan('POST', '/skills/:name/:version');
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === undefined) return failure(413, 'body_too_large', `A body holds at most ${MAX_BODY_BYTES} bytes.`);
  const parsed = skillRequestBody.safeParse(parseJson(body));
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    return failure(400, 'invalid_request', faults);
  }
  const key = request.headers['idempotency-key'];
  return httpAnswerOf(await skills.call(skill, skillRequestOf(parsed.data, Array.isArray(key) ? key[0] : key), gone));
}

async function answerLookup(skill: Skill, skills: ServedSkills, key: string, query: string): Promise<HttpAnswer> {
  nameHttpSpan('GET', '/skills/:name/:version/effects/:key');
  const tenant = new URLSearchParams(query).get('tenant');
  const decoded = decodeKey(key);
  if (!tenant || decoded === undefined)
    return failure(400, 'invalid_request', 'Send the key, encoded for an address, and ?tenant=.');
  return json(200, { ...(await skills.lookUpEffect(skill, tenant, decoded)) });
}

async function answerProbe(path: string, skills: ServedSkills): Promise<HttpAnswer> {
  switch (path) {
    case '/manifests':
      return json(200, { skills: skills.manifests });
    case '/healthz':
    case '/readyz':
      return json(200, { status: 'ok' });
    case '/metrics':
      return { kind: 'metrics', text: await metricsText() };
    default:
      return failure(404, 'not_found', `Nothing at ${path}.`);
  }
}

function decodeKey(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
