import { dateSpans, sameTime, timeSpans } from './calendar-phrases';
import { bareCount, countSpans } from './count-phrases';
import { replyKind, stanceOf } from './stance';

const texts = (spans: readonly { value: string }[]): string[] => spans.map(({ value }) => value);

describe('values as people say them', () => {
  it.each([
    ['on March 2nd', ['March 2nd']],
    ['the 4th of this month', ['4th of this month']],
    ['on the 11th from London', ['the 11th']],
    ['Friday next week until the 10th', ['Friday next week', 'the 10th']],
    ['the day after tomorrow', ['day after tomorrow']],
    ['to 770 9th Avenue', []],
    ["that's all for today, thanks", []],
  ])('M4: days of “%s” are %j', (text, days) => expect(texts(dateSpans(text))).toEqual(days));

  it.each([
    ['half past 3 in the afternoon', ['half past 3 in the afternoon']],
    ['at quarter to 2 in the afternoon instead', ['quarter to 2 in the afternoon']],
    ['evening 4:45', ['evening 4:45']],
    ['two pm or 13:00', ['two pm', '13:00']],
    ['call 408-378-7868, it is $12.30', []],
  ])('M4: times of “%s” are %j', (text, times) => expect(texts(timeSpans(text, false))).toEqual(times));

  it.each([
    ['quarter past 5 in the evening', '5:15 pm', true],
    ['18:30', '6:30 pm', true],
    ['quarter to 2 in the afternoon', '1:45 pm', true],
    ['at 7', '7 pm', true],
    ['7 am', '7 pm', false],
  ])('M4: “%s” and “%s” are the same time: %s', (a, b, same) => expect(sameTime(a, b)).toBe(same));

  it.each([
    ['a table for 2 at Nopa', ['2']],
    ['there will be three of us', ['3']],
    ['just me', ['1']],
    ['me and my wife', ['2']],
    ['four one way flight tickets', ['4']],
    ['for 2 hours, 3 flights', []],
  ])('M4: persons of “%s” are %j', (text, counts) => expect(texts(countSpans(text, []))).toEqual(counts));

  it('M4: a text that holds little but a number is a count', () => {
    expect(bareCount('Two please')).toBe('2');
    expect(bareCount('Two blocks from here')).toBeUndefined();
  });
});

describe('what a text makes of the reply', () => {
  it.each([
    ['Sounds good', { agrees: true, rejects: false }],
    ['No problem, that works', { agrees: true, rejects: false }],
    ["No, that's wrong", { rejects: true }],
    ['Is there anything else?', { seeksOther: true }],
    ["No, I don't need anything else", { seeksOther: false }],
    ['Great, what is the address?', { asks: true }],
    ['Please book it', { orders: true }],
    ['From where can I book it?', { orders: false }],
  ])('M4: “%s” is %j', (text, stance) => expect(stanceOf(text)).toMatchObject(stance));

  it.each([
    ['Please confirm: a cab for 2 to Main Street.', 'confirms'],
    ['You want a table for 4, is that right?', 'confirms'],
    ['How about Nopa in Oakland?', 'offers'],
    ['Your cab is on its way.', 'done'],
    ['The temperature is 70 degrees.', 'tells'],
  ])('M4: “%s” %s', (reply, kind) => expect(replyKind(reply)).toBe(kind));
});
