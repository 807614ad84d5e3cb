import { readUtterance } from './read-utterance';

/** Monday 2024-05-20, 10:00 in Shanghai. */
const at = { nowMs: Date.UTC(2024, 4, 20, 2), timeZone: 'Asia/Shanghai' };

describe('what one utterance says to memory', () => {
  it('M14: what is taken back in the same breath leaves neither an act nor an anchor', () => {
    const { text, acts, anchors } = readUtterance('帮我查去南京，哦不，去苏州的高铁', at);
    expect(text).toBe('帮我查去苏州的高铁');
    expect(anchors.filter(({ kind }) => kind === 'place').map(({ value }) => value)).toEqual(['苏州']);
    expect(JSON.stringify(acts)).not.toContain('南京');
    expect(readUtterance('我家狗叫旺财，不对，叫来福', at).acts).toMatchObject([{ key: 'dog/name', value: '来福' }]);
  });

  it('M9: asks what was asked last under a name of its own', () => {
    expect(readUtterance('我的邮箱是多少？还有，我的暗号是什么？', at).question).toMatchObject({ key: '暗号' });
    expect(readUtterance('Where is, no wait, what is my code word?', at).question).toMatchObject({ key: 'code word' });
    expect(readUtterance('你好', at)).not.toHaveProperty('question');
  });
});
