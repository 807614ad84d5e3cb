import { growsLinearly } from '@plinth/testing';
import { repaired } from './repair';

describe('repaired: what the speaker meant', () => {
  it.each([
    // Begun anew.
    ['Who wrote no make that when was the opera written?', 'When was the opera written?'],
    ['How is the or rather what is the capital of Peru called?', 'What is the capital of Peru called?'],
    ['Why was er who built the bridge?', 'Who built the bridge?'],
    ['What did Who did the mayor thank?', 'Who did the mayor thank?'],
    ['In the north, why does or what happens to the ice?', 'In the north, what happens to the ice?'],
    // A part replaced: by the word it begins with, its class, its number, its name, its form.
    ['Where is the castle no the harbour?', 'Where is the harbour?'],
    ['When did it snow in May, sorry, in June?', 'When did it snow in June?'],
    ['How many people lived there in 1801 erm 1811?', 'How many people lived there in 1811?'],
    ['Who suggested the trip to New York no um Boston?', 'Who suggested the trip to Boston?'],
    ['What did Kim and Lee no no Park and Choi present?', 'What did Park and Choi present?'],
    ['What fell no wait rose after the war?', 'What rose after the war?'],
    ['How many boats or rather how many ships?', 'How many ships?'],
    ['How many boats were in each port or rather how many ships?', 'How many ships were in each port?'],
    [
      'What decreased in size between 1984 and 1991 no sorry increased?',
      'What increased in size between 1984 and 1991?',
    ],
    ['A room for 2, actually 3.', 'A room for 3.'],
    ['My name is Ana, no wait, Anna Lee.', 'My name is Anna Lee.'],
    ['I live in Leeds, I mean I live in York.', 'I live in York.'],
    ['What is uh the name of the lake?', 'What is the name of the lake?'],
    // Chinese.
    ['帮我订去广州，哦不，去深圳的票。', '帮我订去深圳的票。'],
    ['我家狗叫旺财，不对，叫来福。', '我家狗叫来福。'],
    ['预算800元，嗯还是900元以内吧。', '预算900元以内吧。'],
    ['订两个人的桌，不，五个人', '订五个人的桌'],
    ['我要去天津，不对，青岛', '我要去青岛'],
    ['我住苏州，说错了，我住无锡', '我住无锡'],
    ['谁写的，不对，哪本书写到了长城？', '哪本书写到了长城？'],
    ['订明天的票，啊不，后天的', '订后天的票'],
    ['我的生日是3月2日，说错了，3月12日', '我的生日是3月12日'],
  ])('M14: %s', (said, meant) => expect(repaired(said)).toBe(meant));

  it.each([
    'Who is no longer a member of the club?',
    'Which laws have no effect on prices?',
    'There is no table left, so what can you offer?',
    'Would you rather pay in cash or by card?',
    'Is it rather large?',
    'What did he actually say about the treaty?',
    'Why is it cheaper to walk instead of driving?',
    'Who feels sorry for the loser?',
    'Did he say sorry?',
    'What does it mean when a light blinks?',
    'What do I mean to you?',
    'How long did they wait in the rain?',
    'What makes that engine so loud?',
    'Who said what happened was wrong?',
    'Do you know who won and what he did with the money?',
    'Which river is longer, the Rhine or the Elbe?',
    'What looks like a hat?',
    'No, I live in Leeds, not York.',
    'I have no allergies, but I do not like nuts.',
    'I said no the other day.',
    'You can make it on Friday or Saturday.',
    'Well, that is all. Thanks!',
    'My sister Ann, who lives in Oslo, is 30.',
    'No, actually I want a table on Friday.',
    "I'm sorry, as a guest I cannot pay.",
    'You can call me Jack. Actually, I love music.',
    'Do not forget that many people wait.',
    'What do you like to shoot the most?',
    'I actually like various kinds of tea.',
    'Actually can you change that to the 9th?',
    'Yes, that should be good.',
    '要注意安全，不要乱走',
    '人均50元的，不在车站附近的也行',
    '我觉得这样不对，是3点',
    '苹果、香蕉等等，我都喜欢',
    '我叫王莉，不对，我住杭州',
    '不对，是王丽',
    '不好意思，我是说明天',
    '价格太高了，还是3天后再说吧',
    '我今年30岁，还是单身',
    '他说我错了，去上海是对的',
    '是周三还是周四开会？',
    '我不去北京，也不去上海',
    '对不起，我来晚了',
    '谁知道哪家店好吃？',
    '',
  ])('leaves fluent speech as it is: %s', (text) => expect(repaired(text)).toBe(text));

  it('gives what it gave when applied again', () => {
    for (const text of ['Where is the castle no the harbour?', '我家狗叫旺财，不对，叫来福。'])
      expect(repaired(repaired(text))).toBe(repaired(text));
  });

  it('stays quick on a hostile text of 32 kB', () => {
    for (const unit of [
      'no ',
      'or rather ',
      'what no what ',
      'er, ',
      '不对，',
      '3元，还是',
      '，不',
      'the a no the b ',
      ',',
      ' ',
    ]) {
      growsLinearly(unit, (n) => repaired(unit.repeat(n / unit.length)), 8_192);
    }
  });
});
