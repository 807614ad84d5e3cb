import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
import { MESSAGES } from '../catalogue';
import { checkOutgoing } from '../check';
import type { MessageDefinition } from '../define';
import { DEAD_LETTER_TOPIC, TOPICS } from '../topics';
import { asyncApiDocument } from './document';
import { EXAMPLES } from './examples';

const published = (): string => readFileSync(`${__dirname}/../../asyncapi.json`, 'utf8');

describe('the AsyncAPI document', () => {
  it('X1: is accepted by the AsyncAPI validator without an error', async () => {
    const diagnostics = await new Parser().validate(JSON.stringify(asyncApiDocument('0.1.0')));
    expect(diagnostics.filter((diagnostic) => diagnostic.severity === 0)).toEqual([]);
  }, 30_000);

  it('is refused by that validator once a channel points to a message that is not there', async () => {
    const broken = JSON.stringify(asyncApiDocument('0.1.0')).replace(
      '#/components/messages/memory_assemble_v1',
      '#/components/messages/absent',
    );
    const diagnostics = await new Parser().validate(broken);
    expect(diagnostics.filter((diagnostic) => diagnostic.severity === 0)).not.toEqual([]);
  }, 30_000);

  it('names every message of the catalogue, each on a topic with one consumer', () => {
    const text = JSON.stringify(asyncApiDocument('0.1.0'));
    for (const message of MESSAGES) expect(text).toContain(`"name":"${message.type}"`);
  });

  it.each(MESSAGES.map((message): [string, MessageDefinition] => [message.type, message]))(
    'shows an example of %s that its sender would be allowed to send',
    (type, message) => {
      const example = EXAMPLES[type as keyof typeof EXAMPLES];
      expect(checkOutgoing(message, example)).toEqual(example);
    },
  );

  it('has a channel for every topic, dead letters too, with the partitions and the retention that the broker is given', () => {
    const channels = Object.values(asyncApiDocument('0.1.0').channels);
    expect(channels.map((channel) => (channel as { address: string }).address)).toEqual([
      ...Object.keys(TOPICS),
      DEAD_LETTER_TOPIC,
    ]);
    for (const channel of channels)
      expect(channel).toMatchObject({
        bindings: { kafka: { topicConfiguration: { 'retention.ms': 72 * 3_600_000, 'cleanup.policy': ['delete'] } } },
      });
  });

  it('says who sends a command, who takes it as which group, and what may come back', () => {
    const { operations } = asyncApiDocument('0.1.0');
    const onEvents = (id: string) => ({ $ref: `#/channels/session_events/messages/${id}` });
    const replies = [onEvents('skill_succeeded_v1'), onEvents('skill_failed_v1'), onEvents('command_failed_v1')];
    const exchange = { channel: { $ref: '#/channels/skills_commands' }, reply: { messages: replies } };
    expect(operations['orchestrator_sends_skill_invoke_v1_to_skill-gateway']).toMatchObject({
      action: 'send',
      ...exchange,
    });
    expect(operations['skill-gateway_receives_skill_invoke_v1']).toMatchObject({
      action: 'receive',
      ...exchange,
      bindings: { kafka: { groupId: { const: 'plinth.skill-gateway' } } },
    });
    expect(operations['memory_sends_user_erase_v1_to_reflection']).toMatchObject({
      reply: { messages: [{ $ref: '#/channels/user_events/messages/user_erased_v1' }] },
    });
  });

  it('is published as it is generated', () => {
    expect(JSON.parse(published())).toEqual(JSON.parse(JSON.stringify(asyncApiDocument('0.1.0'))));
  });
});
