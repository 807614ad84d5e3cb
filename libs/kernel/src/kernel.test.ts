import fc from 'fast-check';
import { v5 } from 'uuid';
import {
  canonicalJson,
  contentHash,
  deriveId,
  errorBodyOf,
  MAX_DEPTH,
  PermanentError,
  textFault,
  textFaultAt,
  TransientError,
} from './index';

describe('deriveId', () => {
  it('T3: is UUIDv5 as the reference library makes it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer())), (parts) => {
        expect(deriveId(...parts)).toBe(v5(JSON.stringify(parts), '4f9c1d1e-6a52-5f0e-9d2b-6c1f0b8f7a11'));
      }),
    );
  });

  it('T3: gives the same id for the same parts and another for any other split of the same letters', () => {
    expect(deriveId('turn', 'step', 1)).toBe(deriveId('turn', 'step', 1));
    expect(deriveId('a', 'bc')).not.toBe(deriveId('ab', 'c'));
    expect(deriveId('a', 1)).not.toBe(deriveId('a', '1'));
  });
});

describe('canonicalJson', () => {
  it('gives equal text for equal objects whatever the order of their keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(object));
      }),
    );
  });
});

describe('contentHash', () => {
  it('is SHA-256 of the canonical JSON: fixed for ever, since flows, policies and requests are known by it', () => {
    const hash = '43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777';
    expect(contentHash({ b: 2, a: 1 })).toBe(hash);
    expect(contentHash({ a: 1, b: 2 })).toBe(hash);
  });
});

describe('textFaultAt', () => {
  it('finds the first text that cannot be stored, in a value or in a key, and says where', () => {
    expect(textFaultAt({ a: [{ b: 'x\u0000' }] })).toEqual({ path: ['a', '0', 'b'], fault: 'nul_character' });
    expect(textFaultAt({ a: { '\ud83d': 1 } })).toEqual({ path: ['a'], fault: 'lone_surrogate' });
    expect(textFaultAt(JSON.parse('{"a": [1e400]}'))).toEqual({ path: ['a', '0'], fault: 'not_finite' });
    expect(textFaultAt(JSON.parse('{"a": {"__proto__": 1}}'))).toEqual({
      path: ['a', '__proto__'],
      fault: 'reserved_name',
    });
    expect(textFaultAt({ a: ['退款👍', 1, null] })).toBeUndefined();
  });

  it('stops where a value nests deeper than any contract, so that no value exhausts the stack', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)]);
    expect(textFaultAt(nested(MAX_DEPTH))).toBeUndefined();
    expect(textFaultAt(nested(MAX_DEPTH + 1))).toMatchObject({ fault: 'max_depth' });
  });
});

describe('textFault', () => {
  it('names a NUL character and a lone surrogate, and lets emoji and Chinese pass', () => {
    expect(textFault('a\u0000b')).toBe('nul_character');
    expect(textFault('\ud83d')).toBe('lone_surrogate');
    expect(textFault('退款👍')).toBeUndefined();
  });
});

describe('errorBodyOf', () => {
  it('keeps code and retryability of our failures and hides the text of a bug', () => {
    expect(errorBodyOf(new TransientError('store_down', 'away'))).toEqual({
      code: 'store_down',
      message: 'away',
      retryable: true,
    });
    expect(errorBodyOf(new PermanentError('bad', 'no', { field: 'text' }))).toMatchObject({
      code: 'bad',
      retryable: false,
      field: 'text',
    });
    expect(errorBodyOf(new TypeError('secret'))).toMatchObject({
      code: 'internal',
      message: expect.not.stringContaining('secret') as string,
    });
  });
});
