import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

describe('the candidates of a user', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp();
  }, 120_000);
  afterAll(() => memory.close());

  async function declare(user: string, value: string): Promise<{ id: string; status: string }> {
    const { body } = await memory.call('POST', '/v1/memory/items', {
      user_id: user,
      kind: 'fact',
      attributes: { email: value },
      source: { id: `said-${value}`, channel: 'crm', type: 'user' },
      timestamp: Date.now(),
      valid_until: 'until_superseded',
    });
    return (body as { items: { id: string; status: string }[] }).items[0]!;
  }
  const answer = (user: string, id: string, word: string) =>
    memory.call('POST', `/v1/memory/candidates/${id}/${word}`, { user_id: user });
  const profile = async (user: string) =>
    ((await memory.call('GET', `/v1/memory/users/${user}`)).body as { profile: object[] }).profile;

  it('M12: a confirmed one is in the profile, a refused one never; the same answer again changes nothing', async () => {
    const [good, bad] = [await declare('ann', 'ann@example.com'), await declare('bob', 'bob@example.com')];
    expect(await answer('ann', good.id, 'confirm')).toEqual({
      status: 200,
      body: { id: good.id, status: 'confirmed' },
    });
    expect(await answer('ann', good.id, 'confirm')).toEqual({
      status: 200,
      body: { id: good.id, status: 'confirmed' },
    });
    expect(await answer('bob', bad.id, 'refuse')).toEqual({ status: 200, body: { id: bad.id, status: 'refused' } });
    expect(await answer('bob', bad.id, 'confirm')).toMatchObject({
      status: 409,
      body: { error: { code: 'candidate_answered' } },
    });
    expect([await profile('ann'), await profile('bob')]).toMatchObject([
      [{ key: 'email', value: 'ann@example.com' }],
      [],
    ]);
  });

  it('needs no body where the key says who answers', async () => {
    expect(await memory.call('POST', '/v1/memory/candidates/none/confirm')).not.toMatchObject({
      body: { error: { code: 'body_required' } },
    });
  });

  it('M20: a candidate of another user does not exist', async () => {
    const { id } = await declare('cat', 'cat@example.com');
    expect(await answer('dan', id, 'confirm')).toMatchObject({
      status: 404,
      body: { error: { code: 'candidate_not_found' } },
    });
    expect(await answer('cat', id, 'approve')).toMatchObject({ status: 400 });
  });

  it('M12: who lets memory learn by itself is not asked, until the choice is given back to the tenant', async () => {
    await memory.call('PUT', '/v1/memory/users/eve/mode', { mode: 'learn' });
    expect(await declare('eve', 'eve@example.com')).toMatchObject({ status: 'active' });
    await memory.call('PUT', '/v1/memory/users/eve/mode', { mode: null });
    expect(await declare('eve', 'eve@elsewhere.example')).toMatchObject({ status: 'candidate' });
  });
});
