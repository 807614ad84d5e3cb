import fc from 'fast-check';
import { contactMatches, contactView, type ContactRecord } from './contact-view';
import { fieldFor, masked, maskedWithin } from './masks';
import { masksPolicySchema } from './masks-policy';

const policy = masksPolicySchema.parse({});

describe('masks', () => {
  it.each([
    ['13812345678', '138****5678'],
    ['+86 138 1234 5678', '+86 138 **** 5678'],
    ['010-12345678', '010-****5678'],
    ['(212) 555-1234', '(21*) ***-1234'],
    ['12345678', '12****78'],
    ['1１２3８１２３４５6', '1１２****３４５6'],
    ['911', '***'],
  ])('M21: the phone number %s is %s', (phone, expected) => expect(masked(phone, 'phone')).toBe(expected));

  it.each([
    ['email', 'jane.doe@example.com', 'j***@example.com'],
    ['email', 'no address', '***'],
    ['name', '王莉', '王*'],
    ['name', '欧阳娜娜', '欧***'],
    ['name', 'Jane Smith', 'J***'],
    ['tail', '6222020200112233445', '****3445'],
    ['tail', 'short', '***'],
    ['all', '上海浦东', '***'],
  ] as const)('M21: as %s, %s is %s', (mask, text, expected) => expect(masked(text, mask)).toBe(expected));

  it('M21: hides a salary from everybody, and other fields of a person from all but the owner', () => {
    for (const field of ['salary', 'Base_Salary', 'baseWage', '年薪', '月工资', 'annual bonus'])
      expect([fieldFor('owner', field, '50 万', policy), fieldFor('other', field, '50 万', policy)]).toEqual([
        '***',
        '***',
      ]);
    expect(fieldFor('owner', '手机', '13812345678', policy)).toBe('13812345678');
    expect(fieldFor('other', '备用手机', '13812345678', policy)).toBe('138****5678');
    expect(fieldFor('other', 'hotel', 'Hilton', policy)).toBe('Hilton');
    expect(fieldFor('other', 'workTel', '62881234', policy)).toBe('62****34');
    expect(fieldFor('other', '生日', '5月1日', policy)).toBe('***');
    expect(fieldFor('other', 'note', 'call 13812345678 or wl@acme.cn, room 12', policy)).toBe(
      'call 138****5678 or w***@acme.cn, room 12',
    );
  });

  it.each([
    ['王莉的月薪是31000元', '王莉的月薪是***'],
    ['他的月薪是三万元', '他的月薪是***'],
    ['月薪 25000元，住在浦东', '月薪 ***，住在浦东'],
    ['年薪３０万，13薪', '年薪***，***薪'],
    ['他在上海工作，年包一百二十万左右', '他在上海工作，年包***左右'],
    ['底薪8,000元加提成', '底薪***加提成'],
    ['她一个月挣两万五', '她一个月挣***'],
    ['月薪是多少？三万元。', '月薪是多少？***。'],
    ['Wang Li’s salary is $85,000', 'Wang Li’s salary is ***'],
    ['he earns 90k a year', 'he earns *** a year'],
    ['she makes about $5,000 a month', 'she makes about *** a month'],
    ['I am paid 40 dollars', 'I am paid ***'],
    ['base salary: 30k-35k CNY', 'base salary: ***-***'],
    ['我一个月拿两万块', '我一个月拿***'],
    ['她每个月到手18000', '她每个月到手***'],
    ['公司给我开2万5一个月', '公司给我开******一个月'],
    ['他年薪百万，股票另算', '他年薪***，股票另算'],
    ['年终奖上十万', '年终奖***'],
    ['my base is 25k', 'my base is ***'],
    ['his pay went up to 8,300', 'his pay went up to ***'],
    ['they pay me $120,000 a year', 'they pay me *** a year'],
    ['I bring home 5k monthly', 'I bring home *** monthly'],
  ])('M21: tells neither the owner nor anybody else how much is paid: “%s”', (text, expected) => {
    expect(fieldFor('owner', 'note', text, policy)).toBe(expected);
    expect(fieldFor('other', '', text, policy)).toBe(expected);
  });

  it.each([
    '工资每月5号发',
    '2024-05-01 起涨薪',
    '房租每月3000元',
    '这件外套299元，三个人分',
    'the parcel costs 90 dollars',
    '薪资会议在下午3点',
    '千万别提工资',
    '他一个月拿3个快递',
    '每个月领20张优惠券',
    'Bob will pay me 20 dollars for lunch',
    'I take home 2 bags of rice a week',
    'my base camp is at 4500 m',
  ])('M21: leaves “%s” as it is', (text) => expect(fieldFor('owner', '', text, policy)).toBe(text));

  it('M21: hides pay by any of its names, and a learned field of interest from all but its owner', () => {
    for (const field of ['月入', '年包', '年终奖', 'earnings'])
      expect(fieldFor('owner', field, '3万', policy)).toBe('***');
    expect(fieldFor('other', 'field_of_interest/2', '逆变器', policy)).toBe('***');
  });

  it('M21: reads hostile text in time that grows with its length alone', () => {
    const times = ['9', '9,', '一', '薪9', '月薪 1.', '一个月拿', '到手9万', 'pay me $9 ', 'make about 9'].map(
      (unit) => {
        const fastest = (length: number) => {
          const text = `月薪${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}号`;
          const runs = Array.from({ length: 7 }, () => {
            const began = performance.now();
            fieldFor('other', '', text, policy);
            return performance.now() - began;
          });
          return Math.max(0.05, Math.min(...runs));
        };
        return fastest(32_000) / fastest(1_000);
      },
    );
    expect(Math.max(...times)).toBeLessThan(300);
  });

  it('M21: no number of seven digits and more, and no mailbox, comes through whole', () => {
    const phone = fc.stringMatching(/^1[3-9][0-9]{9}$/);
    const around = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !/[\p{N}@+()（）.-]/u.test(text));
    fc.assert(
      fc.property(around, phone, around, (before, number, after) => {
        expect(maskedWithin(`${before} ${number} ${after}`)).not.toContain(number);
        expect(maskedWithin(`${before} x${number}@acme.cn ${after}`)).not.toContain(number);
      }),
    );
  });
});

const contact: ContactRecord = {
  id: 'c1',
  owner: 'li',
  name: '王莉',
  nicknames: ['王姐'],
  phone: '13812345678',
  email: 'wangli@acme.cn',
  title: '采购经理',
  company: '星海商贸',
  attributes: { 年薪: '50万', 微信: 'wangli_1988' },
  visibility: 'department',
  department: '销售',
  updatedAtMs: 0,
};

describe('contactView', () => {
  it('M21: shows the owner everything but a salary', () => {
    expect(contactView(contact, 'li', policy)).toEqual({
      ...contact,
      attributes: { 年薪: '***', 微信: 'wangli_1988' },
      masked: true,
    });
  });

  it('M21: shows any other reader who it is and what for, and no way to reach the person', () => {
    for (const reader of ['colleague', undefined])
      expect(contactView(contact, reader, policy)).toMatchObject({
        name: '王莉',
        nicknames: ['王姐'],
        title: '采购经理',
        phone: '138****5678',
        email: 'w***@acme.cn',
        attributes: { 年薪: '***', 微信: '****1988' },
        masked: true,
      });
  });

  it('M21: of a private contact of another it shows that there is one, and not who', () => {
    const view = contactView({ ...contact, visibility: 'private' }, 'manager', policy);
    expect(view).toMatchObject({ name: '王*', nicknames: [], title: '***', company: '***', phone: '***' });
    expect(JSON.stringify(view)).not.toMatch(/莉|采购|星海|5678|wangli/);
  });

  it('finds by what the reader sees alone: a guess at a masked number is not confirmed', () => {
    const own = contactView(contact, 'li', policy);
    const others = contactView(contact, 'colleague', policy);
    expect([own, others].map((view) => contactMatches(view, '王姐'))).toEqual([true, true]);
    expect([own, others].map((view) => contactMatches(view, '13812345678'))).toEqual([true, false]);
    expect([own, others].map((view) => contactMatches(view, 'WANGLI@acme.cn'))).toEqual([true, false]);
  });

  it('M21: a tenant that masks more unmasks nothing, and decides how its own fields are shown', () => {
    const more = masksPolicySchema.parse({ forAll: ['tea'], forOthers: [{ words: ['phone'], mask: 'all' }] });
    expect(['tea', 'salary', '月薪'].map((field) => fieldFor('other', field, '52000', more))).toEqual([
      '***',
      '***',
      '***',
    ]);
    expect(fieldFor('other', 'phone', '13800138000', more)).toBe('***');
    expect(fieldFor('other', 'email', 'ana@example.com', more)).not.toContain('ana@');
  });
});
