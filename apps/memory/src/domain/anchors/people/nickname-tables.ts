/** Data: what colleagues and acquaintances call somebody by the family name (S). A title of another kind is a row to `CALLED_BY_TITLE`. */
export const CALLED_BY_FAMILY = ['小S', '老S'];
/** By elder brother or sister, where the given name does not tell which it is. */
export const CALLED_AS_KIN = { woman: 'S姐', man: 'S哥' } as const;

/** Data: what the holder of a title is called; every title in `name-tables.ts` calls its holder by itself, too. */
export const CALLED_BY_TITLE: readonly (readonly [title: RegExp, forms: readonly string[]])[] = [
  [/总裁|总经理|总监|董事长|创始人|合伙人|老板|^总$|\b(?:CEO|CTO|CFO|COO|VP|President|Director|Founder)\b/i, ['S总']],
  [/董事长/, ['S董']],
  [/教师|班主任|讲师|辅导员|\bteacher\b|\blecturer\b/i, ['S老师']],
  [/教授|\bprofessor\b/i, ['S教授', 'S老师']],
  [/医师|医生|大夫|\b(?:doctor|physician|surgeon)\b/i, ['S医生', 'S大夫']],
  [/工程师|架构师|\b(?:engineer|architect)\b/i, ['S工']],
  [/司机|技工|维修|电工|厨师|\bdriver\b/i, ['S师傅']],
  [/导演|导游|导师|\bguide\b/i, ['S导']],
  [/经理|\bmanager\b/i, ['S经理']],
  [/律师|\b(?:lawyer|attorney)\b/i, ['S律师']],
  [/护士|护师|\bnurse\b/i, ['S护士']],
  [/教练|\bcoach\b/i, ['S教练']],
  [/秘书|\bsecretary\b/i, ['S秘书']],
  [/会计|\baccountant\b/i, ['S会计']],
];

/** Data: characters of given names that nearly always are a woman's or a man's. */
export const OF_WOMEN =
  '莉丽芳娟婷娜妮娇婉媛嫣姗姝妍娴婵嫦妹姐娥娣娅妙姣婕婧莹萍芸芬芝蓉莲菊兰梅桃菲蕾薇蓓茜花香艳秀淑惠慧雅静玲琳琴瑶璐珍珠霞虹燕凤雯露';
export const OF_MEN = '伟刚强勇军磊涛斌杰鹏飞龙虎豪雄峰坤毅辉彪武兵钢铁柱栋梁建国魁钧钊锋铭昊';

/** Data: English given names with their short forms, which go both ways: Bob is Robert, and may be Rob. */
const SHORT_FORMS = `
Abigail: Abby Gail | Albert: Al Bert | Alexander: Alex Al Sandy Xander | Alexandra: Alex Sandra Lexi | Alfred: Alf Fred | Allison: Allie | Amanda: Mandy
Andrew: Andy Drew | Angela: Angie | Anthony: Tony | Arthur: Art | Barbara: Barb Babs | Benjamin: Ben Benny | Bradley: Brad | Caroline: Carrie
Catherine: Cathy Kate Katie Cat | Charles: Charlie Chuck | Charlotte: Charlie Lottie | Christina: Chris Tina Chrissy | Christine: Chris Chrissy
Christopher: Chris Kit | Clifford: Cliff | Cynthia: Cindy | Daniel: Dan Danny | David: Dave Davy | Deborah: Deb Debbie | Donald: Don Donny
Dorothy: Dot Dottie | Douglas: Doug | Edward: Ed Eddie Ted Ned | Eleanor: Ellie Nell Nora | Elizabeth: Liz Lizzie Beth Betty Eliza Libby
Emily: Em Emmy | Eugene: Gene | Francis: Frank | Frances: Fran Frannie | Franklin: Frank | Frederick: Fred Freddie | Gabriel: Gabe | Gerald: Gerry Jerry
Gregory: Greg | Harold: Harry Hal | Henry: Harry Hank | Isabella: Bella Izzy | Jacob: Jake | Jacqueline: Jackie | James: Jim Jimmy Jamie | Janet: Jan
Jeffrey: Jeff | Jennifer: Jen Jenny | Jeremy: Jerry | Jessica: Jess Jessie | John: Jack Johnny | Jonathan: Jon Johnny | Joseph: Joe Joey
Joshua: Josh | Judith: Judy | Katherine: Kate Katie Kathy Kat | Kathleen: Kathy | Kenneth: Ken Kenny | Kimberly: Kim | Lawrence: Larry | Leonard: Len Leo
Lillian: Lily | Louis: Lou | Madison: Maddie | Margaret: Maggie Meg Peggy Marge | Martin: Marty | Matthew: Matt | Megan: Meg | Melissa: Mel Missy
Michael: Mike Mick Mikey | Michelle: Shelly | Mitchell: Mitch | Nancy: Nan | Natalie: Nat | Nathan: Nate | Nathaniel: Nate Nat | Nicholas: Nick Nicky
Nicole: Nicky | Oliver: Ollie | Olivia: Liv Livvy | Pamela: Pam | Patricia: Pat Patty Tricia Trish | Patrick: Pat Paddy | Peter: Pete | Philip: Phil
Rachel: Rae | Raymond: Ray | Rebecca: Becky Becca | Richard: Rich Rick Ricky Dick | Robert: Bob Bobby Rob Robbie Bert | Roger: Rodge | Ronald: Ron Ronnie
Russell: Russ | Samantha: Sam Sammy | Samuel: Sam Sammy | Sandra: Sandy | Sarah: Sally | Stephanie: Steph | Stephen: Steve | Steven: Steve
Stuart: Stu | Susan: Sue Susie | Suzanne: Sue Suzy | Tamara: Tammy | Teresa: Terry Tess | Terence: Terry | Theodore: Ted Theo | Theresa: Terry Tess
Thomas: Tom Tommy | Timothy: Tim Timmy | Valerie: Val | Veronica: Ronnie | Victor: Vic | Victoria: Vicky Tori | Vincent: Vince | Virginia: Ginny
Walter: Walt | William: Will Bill Billy Willy Liam | Zachary: Zach`;

const PAIRS: readonly (readonly [string, readonly string[]])[] = SHORT_FORMS.split(/[|\n]/)
  .map((row) => row.trim().split(': '))
  .flatMap(([name, shorts]) => (name && shorts ? [[name, shorts.split(' ')] as const] : []));

/** By a given name, in small letters, what else it may be called. */
export const ALSO_CALLED_EN: ReadonlyMap<string, readonly string[]> = PAIRS.reduce((called, [name, shorts]) => {
  const add = (from: string, to: readonly string[]) =>
    called.set(from.toLowerCase(), [...new Set([...(called.get(from.toLowerCase()) ?? []), ...to])]);
  add(name, shorts);
  for (const short of shorts) add(short, [name]);
  return called;
}, new Map<string, readonly string[]>());
