import { setTimeout as sleep } from 'node:timers/promises';
import { CE, PROVIDER_REPLIES_TOPIC, REPLY_TOPIC_HEADER } from '@plinth/contracts';
import { until } from '@plinth/testing';
import { describeSkillProvider } from '../../../ports/skill-provider.contract';
import type { SkillRequest } from '../../../ports/skill-provider';
import { KafkaProviderDirectory } from './kafka-provider-directory';
import { openKafkaStage, type KafkaStage } from './kafka-provider.stage';
import { KafkaSkillProvider } from './kafka-skill-provider';

jest.setTimeout(60_000);

let opened: KafkaStage;
/** The first question waits for the groups to form. */
beforeAll(async () => {
  opened = await openKafkaStage();
  opened.far.answer = () => '{"skills":[]}';
  await new KafkaProviderDirectory(opened.exchanges, 30_000).manifests(opened.stage.url);
  opened.far.heard.length = 0;
});
afterAll(() => opened.end());

describeSkillProvider('Kafka', async () => opened.stage, { cannotDrop: true });

describe('S4: answers over Kafka', () => {
  const request = (over: Partial<SkillRequest> = {}): SkillRequest => ({
    ...{ url: opened.stage.url, skill: 'book_room', version: '1.0.0', arguments: {}, idempotencyKey: 'c-1' },
    context: { tenant: 'acme', user_id: 'li', session_id: 's', turn_id: 't', locale: 'zh', attributes: {} },
    ...{ repeatable: false, timeoutMs: 3_000 },
    ...over,
  });
  const provider = () => opened.stage.provider;
  beforeEach(() => (opened.far.heard.length = 0));

  it('are asked for by a CloudEvent that names its try, its budget and where the answer goes, keyed by the command', async () => {
    opened.far.answer = () => '{"result":{}}';
    await Promise.all([provider().call(request()), provider().call(request())]);
    const [first, second] = opened.far.heard;
    expect(first).toMatchObject({
      key: 'c-1',
      headers: {
        ...{ [CE.type]: 'provider.call.v1', [CE.tenant]: 'acme', [CE.budgetMs]: '3000' },
        ...{ [CE.source]: '/plinth/skill-gateway', [REPLY_TOPIC_HEADER]: PROVIDER_REPLIES_TOPIC },
      },
    });
    expect(first?.partition).toBe(second?.partition);
    expect(first?.headers[CE.id]).not.toBe(second?.headers[CE.id]);
  });

  it('that come late, or twice, or for another, are nobody’s: the call that was given up stays unknown', async () => {
    opened.far.answer = () => undefined;
    expect(await provider().call(request({ timeoutMs: 300 }))).toEqual({ kind: 'timeout' });
    await until('the command is heard', 2_000, () => opened.far.heard.length === 1);
    const [late] = opened.far.heard;
    if (!late) throw new Error('the command was not heard');
    await opened.far.reply(late, '{"result":{"id":"late"}}');
    opened.far.answer = (record) => {
      void opened.far.reply(record, '{"result":{"id":"other"}}', { [CE.causation]: 'another' });
      void opened.far.reply(record, '{"skills":[]}', { [CE.type]: 'provider.manifests_listed.v1' });
      setTimeout(() => void opened.far.reply(record, '{"result":{"id":"mine"}}'), 150);
      setTimeout(() => void opened.far.reply(record, '{"result":{"id":"twice"}}'), 150);
      return undefined;
    };
    expect(await provider().call(request())).toMatchObject({ kind: 'answered', result: { id: 'mine' } });
    await sleep(200);
    opened.far.answer = () => '{"result":{"id":"next"}}';
    expect(await provider().call(request())).toMatchObject({ kind: 'answered', result: { id: 'next' } });
  });

  it('are heard by the replica that asked, each on its own, and not by one that began after them', async () => {
    const other = opened.openExchanges();
    try {
      opened.far.answer = (_record, { skill }) => JSON.stringify({ result: { skill } });
      const answers = await Promise.all([
        provider().call(request({ skill: 'mine' })),
        new KafkaSkillProvider(other).call(request({ skill: 'its', timeoutMs: 20_000 })),
      ]);
      expect(answers).toMatchObject([{ result: { skill: 'mine' } }, { result: { skill: 'its' } }]);
    } finally {
      await other.close();
    }
  });

  it('tell what became of an effect, by its key', async () => {
    const lookUp = () => provider().lookUp({ ...request(), tenant: 'acme', timeoutMs: 1_000 });
    opened.far.answer = () => '{"status":"known","result":{"id":"B-1"},"receipt":{"id":"B-1"}}';
    expect(await lookUp()).toEqual({ kind: 'known', result: { id: 'B-1' }, receipt: { id: 'B-1' } });
    expect(JSON.parse(String(opened.far.heard[0]?.body))).toEqual({
      ...{ skill: 'book_room', version: '1.0.0', idempotency_key: 'c-1', tenant: 'acme' },
    });
    for (const [said, kind] of [
      ['{"status":"pending"}', 'pending'],
      ['{"status":"not_known"}', 'not_known'],
      ['{"status":"known"}', 'cannot_tell'],
      ['<html>', 'cannot_tell'],
    ]) {
      opened.far.answer = () => said;
      expect(await lookUp()).toEqual({ kind });
    }
  });

  it('list the manifests of a provider; one that is silent or answers nothing readable is asked again later', async () => {
    const directory = new KafkaProviderDirectory(opened.exchanges, 500);
    opened.far.answer = () => '{"skills":[{"name":"a"},7]}';
    expect(await directory.manifests(opened.stage.url)).toEqual([{ name: 'a' }, 7]);
    opened.far.answer = () => '[]';
    await expect(directory.manifests(opened.stage.url)).rejects.toMatchObject({ code: 'manifests_unreadable' });
    opened.far.answer = () => undefined;
    await expect(directory.manifests(opened.stage.url)).rejects.toMatchObject({ code: 'provider_unreachable' });
    await expect(directory.manifests('kafka://')).rejects.toMatchObject({ code: 'provider_unreachable' });
  });
});
