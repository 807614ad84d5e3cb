import { growsLinearly } from '@plinth/testing';
import { memoryNeed } from './memory-need';

describe('what an utterance wants of memory (M9)', () => {
  it.each([
    '谢谢你，辛苦了！',
    '好的，就订这个吧。',
    '我下午到，房间要大床。',
    '你好，帮我推荐一家评分高、能停车的茶馆，好吗？',
    '我想找一个安静的自习室，有什么好推荐吗？',
    '我要从东门坐地铁到会展中心，应该从哪站上车？',
    '麻烦查一下明天的天气可以吗？',
    'Thanks a lot!',
    'My zip code is 10001.',
    'I want to return the lamp and exchange the desk.',
    'Can you book a table for two tonight?',
    'How do I reset the router?',
    'Please show me the cheapest option?',
    '我昨天去了海边，很开心。你喜欢大海吗？',
    '最近总睡不好，你有什么好的办法吗？',
    '我不知道该送朋友什么。',
    'I went hiking yesterday. Do you like the mountains?',
    'I feel tired. Do you have any advice?',
  ])('M9: nothing, where it thanks, states, wishes, orders or asks what the assistant thinks: %s', (text) => {
    expect(memoryNeed(text)).toBe('nothing');
  });

  it.each([
    '这家茶馆的电话是多少？',
    '那它几点关门呢？',
    '周边有什么好吃的吗？',
    '好的，地址在哪里？',
    '该航班的机型是什么？',
    'What is the phone number?',
    'Does this hotel have a pool?',
    'How far is it?',
  ])('M9: what is meant in the dialogue, where it asks about a thing without its name: %s', (text) => {
    expect(memoryNeed(text)).toBe('dialogue');
  });

  it.each([
    '我喜欢哪些运动？',
    '我不喜欢吃香菜，对吗？',
    '你喜欢喝茶~我不喜欢，对吗？',
    '你喜欢喝茶——我喜欢咖啡，对吗？',
    '你之前给我推荐过哪些播客？',
    '关于睡眠，你给了我什么建议？',
    '我看了一部纪录片，它的名字是？',
    '还是老样子',
    '跟上次一样的咖啡',
    '我忘了会员号',
    '我不知道我的会员号是多少',
    '去爬山那次，最难忘的是？',
    '望远镜放在哪里了？',
    '团建预算的截止日期是哪天？',
    'Where am I flying next month?',
    'What podcasts did you recommend?',
    'I once told you about a novel, what was its title?',
    '"Which teas do I like?"',
    'The usual, please',
    'I forgot which gate it was',
    'When is the parents evening at the school?',
    'Name one of the two bags I bought.',
  ])('M9: what was, where it asks about the user, points back or names its own subject: %s', (text) => {
    expect(memoryNeed(text)).toBe('past');
  });

  it('reads a hostile text of 32 kB in a few milliseconds', () => {
    for (const piece of ['我想', '你给我', 'it is what ', '，那', 'did you ', '？'])
      growsLinearly(piece, (n) => memoryNeed(piece.repeat(n / piece.length)), 8_000);
  });
});
