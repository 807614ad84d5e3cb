import fc from 'fast-check';
import { nicknamesByCustom } from './nicknames-by-custom';

describe('M5: what somebody is commonly called', () => {
  it.each([
    ['王莉', undefined, ['小王', '老王', '王姐', '莉莉', '阿莉', '小莉']],
    ['王莉', '生产经理', ['王姐', '王经理']],
    ['赵志刚', '总工程师', ['赵哥', '赵工', '阿刚', '小刚']],
    ['孙晓', 'CEO', ['孙总', '孙姐', '孙哥']],
    ['欧阳婷', '班主任', ['欧阳老师', '小欧阳', '欧阳姐']],
    ['周文', '骨科主任', ['周主任']],
    ['Robert Jones', undefined, ['Bob', 'Rob']],
    ['Liz Chen', undefined, ['Elizabeth']],
    ['Alex', undefined, ['Alexander', 'Alexandra']],
  ])('of %s, %s', (name, title, expected) =>
    expect(nicknamesByCustom(name, title)).toEqual(expect.arrayContaining(expected)),
  );

  it.each([
    ['李刚', '刚刚'],
    ['李明明', '明明'],
    ['徐和平', '和平'],
    ['吴费', '小费'],
    ['王莉', '王哥'],
    ['王伟', '王姐'],
    ['王莉', '王莉'],
    ['Robert Jones', 'Jones'],
  ])('of %s never %s: a plain word, the other sex, the name itself, what a stranger shares', (name, wrong) =>
    expect(nicknamesByCustom(name)).not.toContain(wrong),
  );

  it.each(['', 'Nadia', '客户服务中心', '🙂', 'constructor', '王'])('of “%s” nothing is known', (name) =>
    expect(nicknamesByCustom(name)).toEqual([]),
  );

  it('is a bounded list without repetitions, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 128 }), fc.string({ maxLength: 256 }), (name, title) => {
        const called = nicknamesByCustom(name, title);
        expect(called.length).toBeLessThanOrEqual(24);
        expect(new Set(called).size).toBe(called.length);
      }),
    );
  });
});
