import { FixedClock, PermanentError, sessionId, tenantId, TransientError } from '@plinth/kernel';
import { ModelLedger, ModelReplies, type ModelCall, type ModelText } from '../../ports/turn-model';
import { AnswerModel } from './answer-model';

const CALL: ModelCall = { tenant: tenantId('t'), session: sessionId('s'), command: 'c' };
const ANSWER: ModelText = { text: '好', model: 'm', input_tokens: 1, output_tokens: 1, duration_ms: 1 };
const prompt = { messages: [], max_output_tokens: 1 };

class OneLedger extends ModelLedger {
  unstorable = false;
  answer: ModelText | undefined;
  until = 0;
  async lease(_call: ModelCall, now: number, leaseMs: number): Promise<ModelText | 'leased' | 'taken'> {
    if (this.answer) return this.answer;
    if (this.until > now) return 'taken';
    this.until = now + leaseMs;
    return 'leased';
  }
  async record(_call: ModelCall, answer: ModelText): Promise<void> {
    if (this.unstorable) throw new PermanentError('invalid_text', 'no');
    this.answer = answer;
  }
  async release(): Promise<void> {
    this.until = 0;
  }
}

class Replies extends ModelReplies {
  readonly said: string[] = [];
  refuse: Error | undefined;
  async answered(_call: ModelCall, answer: ModelText): Promise<void> {
    if (this.refuse) throw this.refuse;
    this.said.push(answer.text);
  }
  async failed(_call: ModelCall, error: { code: string }): Promise<void> {
    this.said.push(error.code);
  }
}

function stage(answer: () => Promise<ModelText>) {
  const [ledger, replies, clock] = [new OneLedger(), new Replies(), new FixedClock(1)];
  let calls = 0;
  const model = { answer: () => ((calls += 1), answer()) };
  const ports = { model, ledger, replies, clock, log: { warn: () => undefined } };
  return { worker: () => new AnswerModel(ports, 100), ledger, replies, clock, calls: () => calls };
}

describe('AnswerModel', () => {
  it('T3: asks once for a command delivered twice, and answers a later duplicate with the recorded answer', async () => {
    const { worker, replies, calls } = stage(async () => ANSWER);
    const [one, two] = [worker(), worker()];
    await Promise.all([one.run(CALL, prompt), two.run(CALL, prompt)]);
    await Promise.all([one.drain(), two.drain()]);
    await two.run(CALL, prompt);
    expect(calls()).toBe(1);
    expect(replies.said).toEqual(['好', '好']);
  });

  it('T3: asks anew when the worker that asked has died and its lease is over', async () => {
    const { worker, replies, clock, calls } = stage(async () =>
      calls() === 1 ? new Promise<ModelText>(() => undefined) : ANSWER,
    );
    await worker().run(CALL, prompt);
    const heir = worker();
    await heir.run(CALL, prompt);
    expect(calls()).toBe(1);
    clock.advance(100);
    await heir.run(CALL, prompt);
    await heir.drain();
    expect([calls(), replies.said]).toEqual([2, ['好']]);
  });

  it('answers a failure with its code, and asks again only for a new delivery', async () => {
    const { worker, replies } = stage(() => Promise.reject(new PermanentError('model_refused', 'no')));
    const one = worker();
    await one.run(CALL, prompt);
    await one.drain();
    expect(replies.said).toEqual(['model_refused']);
  });

  it('an answer that cannot be recorded or sent is a failure, at once and for every duplicate of its command', async () => {
    const { worker, replies, ledger } = stage(async () => ANSWER);
    const one = worker();
    ledger.unstorable = true;
    await one.run(CALL, prompt);
    await one.drain();
    ledger.unstorable = false;
    replies.refuse = new PermanentError('contract_violation', 'no');
    await one.run(CALL, prompt);
    await one.drain();
    await one.run(CALL, prompt);
    expect(replies.said).toEqual(['invalid_text', 'contract_violation', 'contract_violation']);
  });

  it('an answer that the bus cannot take now is no failure: its duplicate gets it', async () => {
    const { worker, replies } = stage(async () => ANSWER);
    const one = worker();
    replies.refuse = new TransientError('bus_unavailable', 'away');
    await one.run(CALL, prompt);
    await one.drain();
    await expect(one.run(CALL, prompt)).rejects.toMatchObject({ code: 'bus_unavailable' });
    replies.refuse = undefined;
    await one.run(CALL, prompt);
    expect(replies.said).toEqual(['好']);
  });
});
