import { z } from 'zod';

/** How a value is shown to others: `phone` 138****5678, `email` j***@example.com, `name` 王*, `tail` ****5678, `all` ***. */
export const maskSchema = z.enum(['phone', 'email', 'name', 'tail', 'all']);
export type Mask = z.output<typeof maskSchema>;

const words = z.array(z.string().min(1));

const maskRow = z.strictObject({ words, mask: maskSchema });
type MaskRow = z.output<typeof maskRow>;

/** What a tenant's file names is added: nobody unmasks a salary by masking something else. */
const added = (shipped: readonly string[]) =>
  words.default([]).transform((more): readonly string[] => [...new Set([...shipped, ...more])]);

/** Before the shipped ones, so that a tenant's word for a field decides. */
const rowsAdded = (shipped: readonly MaskRow[]) =>
  z
    .array(maskRow)
    .default([])
    .transform((more): readonly MaskRow[] => {
      const known = new Set(shipped.map((row) => JSON.stringify(row)));
      return [...more.filter((row) => !known.has(JSON.stringify(row))), ...shipped];
    });

/** What nobody reads in the clear, and what the owner alone does (M21). A field is known by a word in its name, in any case. */
export const masksPolicySchema = z.strictObject({
  /** Hidden from everybody, the owner included. */
  forAll: added([
    ...['salary', 'wage', 'payroll', 'compensation', 'remuneration', 'bonus', 'stipend', 'income', 'pay_grade'],
    ...['earnings', 'take_home', 'annual_package', 'annual package'],
    ...['薪', '工资', '奖金', '收入', '报酬', '津贴', '待遇', '月入', '年入', '年包', '年终奖', '提成', '分红'],
  ]),
  /** In a text without a field: a sentence that holds one of these words speaks of pay, and the amounts in it are hidden from everybody, too. */
  payWords: added([
    ...[
      '薪',
      '工资',
      '奖金',
      '年终奖',
      '月入',
      '年入',
      '年包',
      '月收入',
      '年收入',
      '津贴',
      '提成',
      '挣',
      '月赚',
      '年赚',
    ],
    ...[
      '每月赚',
      '每年赚',
      '个月赚',
      'salary',
      'salaries',
      'wage',
      'payroll',
      'remuneration',
      'stipend',
      'earn',
      'earning',
    ],
    ...[
      'is paid',
      'are paid',
      'am paid',
      'get paid',
      'gets paid',
      'annual pay',
      'pay packet',
      'pay package',
      'annual package',
    ],
    ...['annual income', 'monthly income', 'annual bonus', 'take-home', 'per annum'],
  ]),
  /** Hidden from all but the owner. The first word that fits decides; other fields have the addresses and numbers in them masked. */
  forOthers: rowsAdded([
    { words: ['phone', 'mobile', 'tel', 'fax', '电话', '手机', '传真'], mask: 'phone' },
    { words: ['email', 'mail', '邮箱', '邮件'], mask: 'email' },
    {
      words: ['account', 'card', 'passport', 'id_number', 'ssn', 'iban', '账号', '卡号', '证件', '身份证', '护照'],
      mask: 'tail',
    },
    { words: ['wechat', 'weixin', 'whatsapp', 'telegram', 'qq', '微信'], mask: 'tail' },
    {
      words: ['birth', 'address', 'religion', 'health', 'password', '生日', '住址', '地址', '宗教', '病', '密码'],
      mask: 'all',
    },
    { words: ['field_of_interest'], mask: 'all' },
  ]),
});
export type MasksPolicy = z.output<typeof masksPolicySchema>;
