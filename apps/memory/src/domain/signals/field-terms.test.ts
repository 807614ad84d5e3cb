import { fieldTerms } from './field-terms';
import { signalsPolicySchema } from './signals-policy';

const { terms } = signalsPolicySchema.parse({});

describe('terms of a field', () => {
  it.each([
    ['电站的光伏逆变器又报警了', ['逆变器', '光伏']],
    ['how do I backtest a momentum strategy', ['backtest', 'momentum']],
    ['MPPT跟踪异常', ['MPPT']],
    ['the telescopes and batteries of an observatory', ['battery', 'observatory']],
    ['because I couldn’t reach Anaheim after that', []],
    ['帮我退款，谢谢，订单还没有发货', []],
    ['what is the weather like today', []],
  ])('M15: “%s” holds %j', (text, expected) => {
    expect(fieldTerms(text, [], terms)).toEqual(expected);
  });

  it.each([
    '我得了艾滋病怎么办',
    '艾滋病的药去哪里领',
    '胰岛素和透析的费用',
    '清真寺附近的伊斯兰书店',
    '同性恋酒吧',
    '工会组织罢工',
    '他有前科，刚从监狱出来',
    '共产党员的党籍档案',
    '维吾尔族的族裔问题',
    'where can I get antiretroviral pills for HIV',
    'chemotherapy and oncologists',
    'synagogues with a rabbi',
    'the lesbian bars',
    'labor union strikes',
    'parole for a convicted felon',
    'voting in the republican primaries',
  ])('M15: infers nothing of health, belief, politics, sexuality, union, record or origin from “%s”', (text) => {
    expect(fieldTerms(text, [], terms)).toEqual([]);
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
