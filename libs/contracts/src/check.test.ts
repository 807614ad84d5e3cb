import { PermanentError } from '@plinth/kernel';
import {
  checkIncoming,
  checkOutgoing,
  MESH,
  MESSAGES,
  messageDefinition,
  modelAnswer,
  orderKey,
  REPLICA_PORT_STEP,
  SERVICE_NAMES,
  SERVICES,
  TOPICS,
  userErase,
  userErased,
} from './index';
import { sessionId, tenantId, userId } from '@plinth/kernel';

const question = { messages: [{ role: 'user' as const, content: '你好' }], max_output_tokens: 64 };

describe('checks', () => {
  it('refuse an unknown field of a producer, by the name of the rule', () => {
    const withUnknown = { ...question, surprise: true } as never;
    expect(() => checkOutgoing(modelAnswer, withUnknown)).toThrow(PermanentError);
    expect(() => checkOutgoing(modelAnswer, withUnknown)).toThrow(/unrecognized_keys/);
  });

  it('let a consumer of today read what a newer producer sends', () => {
    expect(checkIncoming(modelAnswer, { ...question, added_next_year: 1 })).toEqual(question);
  });

  it('name the field that a wrong value stands in', () => {
    expect(() => checkIncoming(modelAnswer, { ...question, max_output_tokens: 'many' })).toThrow(/max_output_tokens/);
  });
});

describe('the catalogue', () => {
  it('has one definition per type, and each travels on known topics', () => {
    expect(new Set(MESSAGES.map((message) => message.type)).size).toBe(MESSAGES.length);
    for (const message of MESSAGES) {
      expect(messageDefinition(message.type)).toBe(message);
      expect(message.topics).not.toEqual([]);
      for (const topic of message.topics) expect(TOPICS[topic]).toBeDefined();
    }
  });
});

describe('the table of services', () => {
  it('reaches every service with an erasure, and takes the answer of each: one that is left out keeps a user for ever', () => {
    expect(userErase.topics).toEqual(SERVICE_NAMES.map((service) => SERVICES[service].commands));
    expect(userErased.schema.shape.service.options).toEqual(SERVICE_NAMES);
  });

  it('gives every process of a mesh a port and every service a schema of its own', () => {
    const ports = Object.values(MESH).map(({ portOffset }) => portOffset);
    const schemas = Object.values(SERVICES).map(({ schema }) => schema);
    expect(new Set(ports).size).toBe(ports.length);
    expect(new Set(schemas).size).toBe(schemas.length);
    expect(Math.max(...ports)).toBeLessThan(REPLICA_PORT_STEP);
  });
});

describe('orderKey', () => {
  it('M20: never mixes two tenants, sessions or users, whatever characters their ids hold', () => {
    const a = orderKey({ tenant: tenantId('a/s'), session: sessionId('b') });
    const b = orderKey({ tenant: tenantId('a'), session: sessionId('s/b') });
    const c = orderKey({ tenant: tenantId('a'), user: userId('s/b') });
    expect(new Set([a, b, c]).size).toBe(3);
  });
});
