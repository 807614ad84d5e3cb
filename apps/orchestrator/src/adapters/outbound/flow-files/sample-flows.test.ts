import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseFlow } from '../../../domain/flow/choose-flow';
import type { Flow } from '../../../domain/flow/flow';
import { parseFlow } from '../../../domain/flow/parse-flow';

const SAMPLES = join(__dirname, '../../../../../samples');

const flowsOf = (scenario: string): Flow[] => {
  const folder = join(SAMPLES, scenario, 'flows');
  return readdirSync(folder).map((file) => flowOf(readFileSync(join(folder, file), 'utf8')));
};

function flowOf(yaml: string): Flow {
  const parsed = parseFlow(yaml);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.flow;
}

describe('the flows of the sample shop', () => {
  const flows = flowsOf('customer-service');
  const chosen = (text: string) => chooseFlow(flows, text, [])?.definition.name;

  it.each([
    '我要退款',
    '我要退款，订单号是 DD20261101003',
    '订单 DD20261101002 我要退款',
    '确认收货了，现在想退货',
    'I want a refund for order A1B2-3344',
  ])('O10: “%s” begins a refund', (text) => {
    expect(chosen(text)).toBe('refund');
  });

  it.each([
    '刚才的退款单号是什么？',
    '退款到账了吗？',
    '退款到账没有',
    '订单 DD20261101003 的退款进度',
    'What is my refund number?',
    'Where is my refund?',
  ])('O10: “%s” asks about a refund and begins none', (text) => {
    expect(chosen(text)).toBe('refund_status');
  });

  it.each([
    ['退款多久到账？', 'policy'],
    ['退款政策是什么', 'policy'],
    ['查一下订单 DD20261101001', 'order_status'],
  ])('O10: “%s” is answered by %s', (text, flow) => {
    expect(chosen(text)).toBe(flow);
  });
});

describe('the flows of the other scenarios', () => {
  const chosen = (scenario: string, text: string) => chooseFlow(flowsOf(scenario), text, [])?.definition.name;

  it.each(['诊断一下冷却水', '一号循环水泵有异常吗？', 'Please inspect the screw compressor', '帮我巡检全厂'])(
    'O10: “%s” begins a diagnosis',
    (text) => expect(chosen('inspection', text)).toBe('diagnosis'),
  );

  it.each(['为什么上次推荐的微积分基本定理没看懂', '我想做求导法则的习题', 'Let me practise limits'])(
    'O10: “%s” begins a practice',
    (text) => expect(chosen('education', text)).toBe('practice'),
  );
});

it('the flow that the README shows is one', () => {
  const readme = readFileSync(join(__dirname, '../../../../README.md'), 'utf8');
  const example = flowOf(/```yaml\n(.*?)```/s.exec(readme)?.[1] ?? '');
  expect(chooseFlow([example], '我有多少积分', [])).toBe(example);
});
