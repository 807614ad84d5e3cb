import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowCalling, SkillProvider, type Conversation, type TurnClient } from '@plinth/testing';
import { EmbeddedHome } from '../embedded/embedded-home';

/** What a user says to set the one flow of this house going. */
export const ASK_FOR_COUPON = '请给我一张优惠券';

/** The embedded profile with one flow and one skill, whose provider a test may hold up. */
export class CouponHouse {
  private constructor(
    private readonly home: EmbeddedHome,
    readonly provider: SkillProvider,
    private readonly flows: string,
  ) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<CouponHouse> {
    const provider = await SkillProvider.start('give_coupon', 'key');
    const flows = await mkdtemp(join(tmpdir(), 'plinth-flows-'));
    await writeFile(join(flows, 'coupon.yaml'), flowCalling('give_coupon', '优惠券'));
    const home = await EmbeddedHome.started({ PLINTH_SKILL_PROVIDERS: provider.url, PLINTH_FLOWS_DIR: flows, ...env });
    return new CouponHouse(home, provider, flows);
  }

  get client(): TurnClient {
    return this.home.client;
  }

  /** Ends the process; its folder, flows and provider stay for the next `start`. */
  async end(signal: NodeJS.Signals): Promise<void> {
    await this.home.end(signal);
  }

  start(): Promise<void> {
    return this.home.start();
  }

  /** From now on effects happen, and their answers wait until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.provider.afterEffect = () => promise;
    return () => {
      this.provider.afterEffect = () => Promise.resolve();
      resolve();
    };
  }

  effectsOf(turn: string): number {
    return this.provider.effects.filter((effect) => effect.turn === turn).length;
  }

  coupon(talk: Conversation): Parameters<TurnClient['turn']>[0] {
    return talk.words(ASK_FOR_COUPON);
  }

  async close(): Promise<void> {
    await this.home.remove();
    await this.provider.close();
    await rm(this.flows, { recursive: true });
  }
}
