import fc from 'fast-check';
import { sessionKey } from './session-key';

describe('sessionKey', () => {
  it('M4: names one hash per session and kind, with the session as hash tag', () => {
    expect(sessionKey('acme', 'ann', 's1', 'facts')).toBe('session:{acme:ann:s1}:facts');
    expect(sessionKey('a:b', '{x}', '50%', 'state')).toBe('session:{a%3Ab:%7Bx%7D:50%25}:state');
  });

  it('M20: different parts never share a key, and the hash tag depends on the session alone', () => {
    const part = fc.string({ unit: fc.constantFrom('a', ':', '{', '}', '%', '3', 'A', '用'), maxLength: 6 });
    const parts = fc.tuple(part, part, part, part);
    fc.assert(
      fc.property(parts, parts, (left, right) => {
        const same = left.every((text, at) => text === right[at]);
        expect(sessionKey(...left) === sessionKey(...right)).toBe(same);
        const [tenant, user, session] = left;
        expect(tagOf(sessionKey(...left))).toBe(tagOf(sessionKey(tenant, user, session, right[3])));
      }),
    );
  });
});

/** As Redis Cluster takes it: between the first opening brace and the first closing one after it. */
const tagOf = (key: string) => key.slice(key.indexOf('{') + 1, key.indexOf('}'));
