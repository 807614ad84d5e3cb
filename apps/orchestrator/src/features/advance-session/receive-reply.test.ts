import { deriveId, messageId, turnId } from '@plinth/kernel';
import { KEY, requested } from '../../domain/next/scripted-mesh.stage';
import { DeskStage } from './desk.stage';

describe('ReceiveReply', () => {
  const calling = async () => {
    const stage = new DeskStage();
    const replica = stage.replica();
    await replica.desk.advance(KEY, () => ({ happened: [requested('退款 A1001', 1, 1)] }));
    await stage.deliver(replica, stage.wire.shift()!);
    return { stage, replica, sent: stage.wire.shift()! };
  };

  it('says once, for a person, which flow and state call a skill that is not registered', async () => {
    const { stage, replica, sent } = await calling();
    const { id, turn } = sent.command;
    const envelope = {
      type: 'skill.failed.v1',
      id: messageId(deriveId(id, 'reply')),
      source: 'skill-gateway',
      tenant: KEY.tenant,
      session: KEY.session,
      causation: messageId(id),
      ...(turn && { turn }),
    } as const;
    const error = { code: 'unknown_skill', message: 'No such skill is registered.', retryable: false };
    const failed = {
      skill: 'get_order_status',
      outcome: 'not_executed',
      error,
      duration_ms: 0,
      attempts: 0,
    } as const;
    for (let delivered = 0; delivered < 2; delivered += 1) await replica.replies.run(envelope, failed);
    expect(stage.errors).toEqual([
      [{ flow: 'refund', state: 'check', skill: 'get_order_status' }, 'a flow calls a skill that is not registered'],
    ]);
  });

  it('T3: files a reply under the turn that waits for it, whatever turn the reply names', async () => {
    const { stage, replica, sent } = await calling();
    const { id, turn } = sent.command;
    await replica.replies.run(
      {
        type: 'command.failed.v1',
        id: messageId(deriveId(id, 'reply')),
        source: 'skill-gateway',
        tenant: KEY.tenant,
        session: KEY.session,
        causation: messageId(id),
        turn: turnId('zzz'),
      },
      {
        command_type: 'skill.invoke.v1',
        consumer: 'skill-gateway',
        error: { code: 'parked', message: 'parked', retryable: false },
      },
    );
    const events = await stage.journal.read(KEY, 0);
    expect(events.findLast(({ type }) => type === 'command.failed.v1')?.turn).toBe(turn);
  });

  it('says nothing of a skill that fails otherwise', async () => {
    const { stage, replica, sent } = await calling();
    await stage.deliver(replica, sent, 'failed');
    expect(stage.errors).toEqual([]);
  });
});
