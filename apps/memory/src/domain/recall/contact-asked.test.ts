import { nicknamesByCustom } from '../anchors/people/nicknames-by-custom';
import type { KeptContact } from '../anchors/people/contact';
import { contactAsked } from './contact-asked';
import { DEFAULT_RECALL_POLICY } from './recall-policy';

const person = (name: string, aliases: readonly string[] = [], title?: string): KeptContact => ({
  ...{ id: name, name, aliases, derived: nicknamesByCustom(name, title), phone: `phone of ${name}` },
  ...(title === undefined ? {} : { title }),
});
const asked = (text: string, ...contacts: readonly KeptContact[]) => {
  const { answer, ambiguous } = contactAsked(text, contacts, DEFAULT_RECALL_POLICY) ?? {};
  return answer?.value ?? ambiguous?.map(({ name }) => name).sort();
};

describe('M5: a contact asked for by what custom calls it', () => {
  it.each([
    ['王姐的电话是多少', person('王莉'), person('李娟')],
    ['莉莉的手机号', person('王莉'), person('李娟')],
    ['王经理电话多少', person('王莉', [], '生产经理'), person('李娟')],
    ['what is Bob’s phone number?', person('Robert Jones'), person('Ann Lee')],
    ['phone number of Elizabeth', person('Liz Chen'), person('Ann Lee')],
  ])('is answered for the only one who may be meant: %s', (text, meant, other) =>
    expect(asked(text, other, meant)).toBe(meant.phone),
  );

  it.each([
    ['王姐的电话', [person('王莉'), person('王娟')]],
    ['王姐的电话', [person('王莉'), person('王伟')]],
    ['小王的电话', [person('王莉'), person('王伟')]],
    ['Bob’s phone number', [person('Robert Jones'), person('Robert Stone')]],
    ['Bob’s phone number', [person('Robert Jones'), person('Bob Stone')]],
  ])('M9: is asked about, not guessed, where two may be meant: %s', (text, contacts) =>
    expect(asked(text, ...contacts)).toEqual(contacts.map(({ name }) => name).sort()),
  );

  it.each([
    ['王姐的电话', person('王娟', ['王姐']), person('王莉')],
    ['莉莉的电话', person('陈莉', ['莉莉']), person('王莉')],
    ['Bob’s phone number', person('Ben Stone', ['Bob']), person('Robert Jones')],
    ['phone number of Bob Stone', person('Robert Stone'), person('Robert Jones')],
  ])('goes after the one whom the user calls so, or whose family name is said too: %s', (text, meant, other) =>
    expect(asked(text, other, meant)).toBe(meant.phone),
  );

  it.each([
    ['王哥的电话', person('王莉')],
    ['和平路派出所的电话', person('徐和平')],
    ['刚刚那个电话是谁', person('李刚')],
  ])('is nobody by another’s name or a plain word: %s', (text, contact) =>
    expect(asked(text, contact)).not.toBe(contact.phone),
  );

  it.each([
    ['周校长的电话', person('周敏'), person('李娟')],
    ['吴护士的手机号', person('吴霞'), person('李娟')],
    ['欧阳老师的电话', person('欧阳娜'), person('欧文')],
    ['欧阳娜娜的电话', person('欧阳娜'), person('欧文')],
  ])('M9: is asked about by any family name and title that anchors know: %s', (text, meant, other) =>
    expect(asked(text, other, meant)).toEqual(text.includes('娜') ? meant.phone : [meant.name]),
  );
});
