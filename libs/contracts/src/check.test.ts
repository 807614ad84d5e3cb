import { PermanentError } from '@plinth/kernel';
import { checkIncoming, checkOutgoing, MESSAGES, messageDefinition, modelAnswer, orderKey, TOPICS } from './index';
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
      for (const topic of message.topics) expect(TOPICS[topic]).toBeDefined();
    }
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
