import { belongsTo } from './asker';

const owner = { user_id: 'u1' };

describe('a session belongs', () => {
  it('to the user who began it, and to nobody else', () => {
    expect(belongsTo(owner, { user_id: 'u1' })).toBe(true);
    expect(belongsTo(owner, { user_id: 'u2' })).toBe(false);
    expect(belongsTo(owner, { channel: 'user_id', external_id: 'u1' })).toBe(false);
  });

  it('also to whoever may act for every user, who alone has one of which nobody is named any more', () => {
    expect(belongsTo(owner, 'any_user')).toBe(true);
    expect(belongsTo(undefined, 'any_user')).toBe(true);
    expect(belongsTo(undefined, owner)).toBe(false);
  });
});
