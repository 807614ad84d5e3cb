import { TransientError } from '@plinth/kernel';
import { createLogger } from '@plinth/telemetry';
import type { RegisterSkills, Registration } from '../../../features/register-skills/register-skills';
import { ProviderWatch } from './provider-watch';

const answer: Registration = { registered: [], quarantined: [] };
const away = new TransientError('provider_unreachable', 'away');

describe('ProviderWatch', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const watching = (...answers: (Registration | Error)[]) => {
    const askedAtMs: number[] = [];
    const lines: string[] = [];
    const register = async () => {
      askedAtMs.push(Date.now());
      const next = answers.shift() ?? answer;
      if (next instanceof Error) throw next;
      return next;
    };
    const destination = { write: (line: string) => void lines.push(line) };
    const watch = new ProviderWatch(
      'http://p',
      { register } as unknown as RegisterSkills,
      createLogger({ service: 'skill-gateway', destination }),
    );
    return { watch, askedAtMs, lines };
  };

  it('asks a provider that is away again and again, less and less often, and says so once', async () => {
    const { watch, askedAtMs, lines } = watching(...Array.from({ length: 8 }, () => away));
    await watch.begin();
    await jest.advanceTimersByTimeAsync(60_000);
    const pauses = askedAtMs.slice(1).map((atMs, nth) => atMs - askedAtMs[nth]!);
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 15_000, 15_000]);
    expect(lines.filter((line) => line.includes('cannot be registered'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('is registered'))).toHaveLength(1);
    await watch.stop();
  });

  it('says once per change what keeps a manifest out', async () => {
    const bad = {
      registered: [],
      quarantined: [{ name: 'x', version: '1.0.0', faults: [{ at: 'a', rule: 'x', reason: 'b' }] }],
    };
    const { watch, lines } = watching(bad, bad, answer, bad);
    await watch.begin();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(lines.filter((line) => line.includes('at fault'))).toHaveLength(2);
    await watch.stop();
  });
});
