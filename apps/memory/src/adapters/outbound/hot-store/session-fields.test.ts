import { perKind, type SessionState } from '../../../domain/session-state/session-state';
import { fieldsOf, stateOf } from './session-fields';

describe('the hashes of a session', () => {
  it('M4: give back every slot in its own kind, keys that look like ours included, and the slot that was set last', () => {
    const state: SessionState = {
      ...perKind((kind) => new Map([['__version', `of ${kind}`]])),
      last: { kind: 'constraints', key: 'city', turnId: 't-1' },
    };
    expect(stateOf(perKind((kind) => fieldsOf(state, kind)))).toEqual(state);
  });
});
