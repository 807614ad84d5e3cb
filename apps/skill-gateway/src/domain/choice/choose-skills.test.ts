import { contractWith } from '../contract/manifest-of.stage';
import { chooseSkills } from './choose-skills';
import { KeywordIndex } from './keyword-index';
import { skillWords } from './skill-words';

const skill = (name: string, description: string, trigger: string, parameters: Record<string, string> = {}) =>
  skillWords(
    contractWith({
      ...{ name, description, trigger },
      input_schema: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(parameters).map(([parameter, said]) => [parameter, { type: 'string', description: said }]),
        ),
      },
    }).manifest,
  );

const index = new KeywordIndex([
  skill('get_weather', 'Tells the weather forecast of a city.', 'the user asks for the weather', {
    city: 'Name of the city',
  }),
  skill('refund_order', 'Refunds one order to the way it was paid.', 'the user wants the money back', {
    order_id: 'The order',
  }),
  skill('check_stock', '查询一种商品现在的库存数量。', '用户想知道还有没有货', { sku: '商品编号' }),
  skill('locate_fault', '在配电网的拓扑图上定位线路故障。', '线路跳闸或停电', { line: '线路名称' }),
  skill('book_room', 'Books one hotel room for some nights.', 'the user wants a room', {
    city: 'Where',
    nights: 'How many',
  }),
]);
const best = (text: string) => chooseSkills(index, text, 3);

describe('the choice of skills', () => {
  it.each([
    ['What is the weather forecast for the city of Rome?', 'get_weather'],
    ['I want my money back for order 1001, please refund it', 'refund_order'],
    ['帮我查询这个商品的库存数量', 'check_stock'],
    ['10kV线路跳闸了，帮我定位一下故障', 'locate_fault'],
    ['Please book a hotel room for two nights', 'book_room'],
  ])('S11: for “%s” comes first what does it, and it fits', (text, name) => {
    const { fits, skills } = best(text);
    expect(skills[0]?.name).toBe(name);
    expect(fits).toBe(true);
    expect(skills[0]?.score).toBeGreaterThan(0.5);
  });

  it.each([
    'Who won the chess tournament in 1972?',
    '讲一个关于小狗的笑话',
    'Translate this poem into Latin',
    '',
    '???',
  ])('S11: for “%s” says that none fits', (text) => {
    expect(best(text).fits).toBe(false);
  });

  it.each([
    ['我的订单到哪了', true],
    ['退款', false],
    ['讲个笑话', false],
    ['今天天气怎么样', false],
  ])('S11: says of %s whether a contract in English with a few words of Chinese fits', (text, fits) => {
    const trigger = 'the user asks about an order or where a parcel is; 订单到哪了、查物流、快递、发货了吗';
    const parcels = new KeywordIndex([skill('get_order_status', 'Tells the state of one order.', trigger)]);
    expect(chooseSkills(parcels, text, 3).fits).toBe(fits);
  });

  it('S11: offers no more than was asked for, with the words that speak for each', () => {
    const { skills } = chooseSkills(index, 'weather in the city', 1);
    expect(skills).toEqual([
      expect.objectContaining({
        name: 'get_weather',
        reasons: [
          { field: 'name', words: ['weather'] },
          { field: 'about', words: ['weather', 'citi'] },
          { field: 'parameters', words: ['citi'] },
          { field: 'hints', words: ['citi'] },
        ],
      }),
    ]);
  });

  it('S11: offers only those that may be offered', () => {
    const { fits, skills } = chooseSkills(index, 'refund my order', 3, new Set(['get_weather', 'check_stock']));
    expect(skills.map(({ name }) => name)).not.toContain('refund_order');
    expect(fits).toBe(false);
  });

  it('whether a skill fits does not depend on which others there are', () => {
    const text = 'the weather forecast for a city';
    const alone = new KeywordIndex(index.skills.slice(0, 1));
    expect(chooseSkills(alone, text, 1).skills[0]?.score).toBe(best(text).skills[0]?.score);
  });

  it('is made among a thousand skills in milliseconds, for a long text too', () => {
    const many = Array.from({ length: 1_000 }, (_each, nth) =>
      skillWords({ ...contractWith().manifest, name: `skill_${nth}`, description: `Does thing number ${nth} well.` }),
    );
    const large = new KeywordIndex(many);
    const began = performance.now();
    chooseSkills(large, 'does thing number 7 well '.repeat(160), 5);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
