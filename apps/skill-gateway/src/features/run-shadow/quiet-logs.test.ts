import { FixedClock } from '@plinth/kernel';
import { createLogger, type Logger } from '@plinth/telemetry';
import { InProcessInvocationLedger } from '../../adapters/outbound/in-process/in-process-invocation-ledger';
import { buildCatalogue } from '../../domain/catalogue/catalogue';
import type { ProviderAnswer } from '../../domain/outcome/provider-answer';
import type { Rollout } from '../../domain/rollout/rollout';
import { SkillProvider, type SkillRequest } from '../../ports/skill-provider';
import {
  command,
  FixedCatalogue,
  gatewayOn,
  RecordedReplies,
  TestPace,
} from '../invoke-skill/gateway-under-test.stage';
import { answered, answeredCall, shadowUnderTest, STOCK_ROLLOUT, stockSkill } from './shadow-under-test.stage';

interface Line {
  readonly level: string;
  readonly version?: string;
}

function logOf() {
  const lines: Line[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  return { lines, logger: createLogger({ service: 'skill-gateway', level: 'debug', destination }) };
}

/** Says at every level what it does, soon and late, as a chatty adapter would. */
class TalkingProvider extends SkillProvider {
  constructor(private readonly logger: Logger) {
    super();
  }

  async call({ version, arguments: { city } }: SkillRequest): Promise<ProviderAnswer> {
    this.logger.info({ version }, 'asked');
    await new Promise(setImmediate);
    this.logger.debug({ version }, 'answering');
    if (city === 'Nowhere') throw new Error('a bug');
    return answered({ count: 3 });
  }
}

const CALLS = 10;

async function linesOf(rollout: Rollout): Promise<readonly Line[]> {
  const { lines, logger } = logOf();
  const versions = ['1.0.0', '2.0.0'].map((version) => ({
    manifest: stockSkill(version),
    providerUrl: 'http://provider',
    state: 'complete' as const,
  }));
  const gateway = gatewayOn({
    catalogue: new FixedCatalogue(buildCatalogue(1, versions, [rollout])),
    ledger: new InProcessInvocationLedger(new FixedClock(1_000_000)),
    provider: new TalkingProvider(logger),
    sender: new RecordedReplies(),
    pace: new TestPace(),
    logger,
  });
  for (let at = 0; at < CALLS; at += 1)
    for (const version of ['1.0.0', '2.0.0'])
      await gateway.invoke(command(`c-${at}-${version}`), { skill: 'stock', version, arguments: { city: 'Rome' } });
  await gateway.invoke(command('broken'), { skill: 'stock', arguments: { city: 'Nowhere' } });
  return lines;
}

const count = (lines: readonly Line[], levels: readonly string[], version: string) =>
  lines.filter((line) => levels.includes(line.level) && line.version === version).length;
const VERBOSE = ['debug', 'info'];

describe('verbose logs of calls', () => {
  it.each(['running', 'paused', 'completed'] as const)(
    'S10: are off for both versions alike while a rollout is %s, and errors stay',
    async (status) => {
      const lines = await linesOf({ ...STOCK_ROLLOUT, status, stage: 0 });
      expect(count(lines, VERBOSE, '1.0.0')).toBe(0);
      expect(count(lines, VERBOSE, '2.0.0')).toBe(0);
      expect(lines.filter(({ level }) => level === 'error').length).toBeGreaterThan(0);
    },
  );

  it('S10: are on for both versions alike while none is', async () => {
    const lines = await linesOf({ ...STOCK_ROLLOUT, status: 'idle' });
    expect(count(lines, VERBOSE, '2.0.0')).toBe(3 * CALLS);
    expect(count(lines, VERBOSE, '1.0.0')).toBeGreaterThanOrEqual(3 * CALLS);
  });

  it('S10: are off for runs beside calls, too', async () => {
    const { lines, logger } = logOf();
    const under = shadowUnderTest(undefined, { logger, noiseFirst: 9 });
    for (const version of ['1.0.0', '2.0.0'])
      under.provider.answers.set(version, () => {
        logger.info({ version }, 'asked');
        return answered({ count: 3 });
      });
    under.observe.offer(answeredCall());
    await under.settle();
    expect(under.provider.requests).toHaveLength(2);
    expect(lines).toEqual([]);
  });
});
