import { z } from 'zod';
import { type EvalSet, ratio } from '../eval-set';

const row = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('address'),
    text: z.string(),
    want: z.object({
      province: z.string().nullable(),
      city: z.string().nullable(),
      county: z.string().nullable(),
      detail: z.string(),
    }),
  }),
  z.object({
    kind: z.literal('money'),
    text: z.string(),
    want: z.object({ amount: z.string(), unit: z.string() }),
    fuzzy: z.boolean(),
  }),
]);
type Row = z.output<typeof row>;

const answer = z.object({
  anchors: z.array(
    z.object({
      kind: z.string(),
      value: z.string(),
      unit: z.string().optional(),
      bound: z.string().optional(),
      address: z.record(z.string(), z.string().nullable()).optional(),
    }),
  ),
});
type Anchors = z.output<typeof answer>['anchors'];

/** The set's names of currencies. */
const UNITS: Readonly<Record<string, string>> = {
  CNY: '元',
  USD: '美元',
  EUR: '欧元',
  GBP: '英镑',
  JPY: '日元',
  HKD: '港元',
  TWD: '新台币',
  MOP: '澳门元',
  KRW: '韩元',
  RUB: '卢布',
  THB: '泰铢',
  SGD: '新加坡元',
  AUD: '澳元',
  CAD: '加元',
  CHF: '瑞士法郎',
  INR: '印度卢比',
  VND: '越南盾',
  MYR: '马来西亚币',
};

/** Right is an address with all four parts equal; an amount that is the only one, equal to the cent, with its currency. */
export const zhParse: EvalSet = {
  name: 'zh-parse',
  baselines: {},
  aims: { address: 0.9, amount: 0.9 },
  async run({ data, memory, progress }) {
    const rows = data.lines('zh-parse.jsonl', row);
    const seen = { address: [0, 0], money: [0, 0], fuzzy: [0, 0] } satisfies Record<string, [number, number]>;
    const count = (kind: keyof typeof seen, right: boolean): void => {
      seen[kind][0] += right ? 1 : 0;
      seen[kind][1] += 1;
    };
    const misses: unknown[] = [];
    for (const [i, asked] of rows.entries()) {
      const body = { text: asked.text, now: '2024-05-20T02:00:00Z', time_zone: 'Asia/Shanghai' };
      const { anchors } = await memory.post('/v1/memory/anchors', body, answer);
      const right = isRight(asked, anchors);
      count(asked.kind, right);
      if (asked.kind === 'money') count('fuzzy', anchors.some(({ bound }) => bound !== undefined) === asked.fuzzy);
      if (!right) misses.push({ ...asked, got: anchors });
      progress(i + 1, rows.length);
    }
    return {
      metrics: { address: ratio(...seen.address), amount: ratio(...seen.money), bound: ratio(...seen.fuzzy) },
      misses,
    };
  },
};

function isRight(asked: Row, anchors: Anchors): boolean {
  if (asked.kind === 'address') {
    const found = anchors.find(({ kind }) => kind === 'address')?.address;
    const { province, city, county, detail } = asked.want;
    return found?.province === province && found.city === city && found.county === county && found.detail === detail;
  }
  const [found, ...others] = anchors.filter(({ kind }) => kind === 'amount');
  if (!found || others.length > 0 || UNITS[found.unit ?? ''] !== asked.want.unit) return false;
  // The set cuts or rounds what is smaller than a cent.
  return Math.abs(Number(found.value) - Number(asked.want.amount)) < 0.01;
}
