import { fieldTerms } from './field-terms';
import { signalsPolicySchema } from './signals-policy';

const { terms } = signalsPolicySchema.parse({});

describe('terms of a field', () => {
  it.each([
    ['电站的光伏逆变器又报警了', ['逆变器', '光伏']],
    ['how do I backtest a momentum strategy', ['backtest', 'momentum']],
    ['MPPT跟踪异常', ['MPPT']],
    ['the pharmacies near a clinic', ['clinic', 'pharmacy']],
    ['because I couldn’t reach Anaheim after that', []],
    ['帮我退款，谢谢，订单还没有发货', []],
    ['what is the weather like today', []],
  ])('M15: “%s” holds %j', (text, expected) => {
    expect(fieldTerms(text, [], terms)).toEqual(expected);
  });

  it('M15: names, values that were declared and quoted words are no terms', () => {
    expect(fieldTerms('我的暗号是蓝鲸', ['蓝鲸'], terms)).toEqual([]);
    expect(fieldTerms('“逆变器”', [], terms)).toEqual([]);
  });

  it('M15: at most as many as the policy says, and none where it says so', () => {
    const text = '光伏逆变器的谐波抑制和孤岛效应';
    expect(fieldTerms(text, [], { ...terms, perTurn: 1 })).toHaveLength(1);
    expect(fieldTerms(text, [], { ...terms, perTurn: 0 })).toEqual([]);
  });
});
