import { remembered } from './remembered';
import { writtenOn } from './said';

const at = (iso: string, timeZone = 'Asia/Shanghai') => ({ nowMs: Date.parse(iso), timeZone });

it('M3: a sentence is read once, and again where it was said at another time or in another zone', () => {
  const read = jest.fn((text: string) => [text]);
  const reading = remembered(read);
  const first = reading('明天出发', at('2024-05-20T02:00Z'));
  expect(reading('明天出发', at('2024-05-20T02:00Z'))).toBe(first);
  expect(read).toHaveBeenCalledTimes(1);
  reading('明天出发', at('2024-05-21T02:00Z'));
  reading('明天出发', at('2024-05-20T02:00Z', 'UTC'));
  expect(read).toHaveBeenCalledTimes(3);
});

it('a text longer than a sentence is not kept', () => {
  const read = jest.fn((text: string) => [text]);
  const reading = remembered(read);
  const pasted = '一'.repeat(401);
  reading(pasted, at('2024-05-20T02:00Z'));
  reading(pasted, at('2024-05-20T02:00Z'));
  expect(read).toHaveBeenCalledTimes(2);
});

it.each([
  ['2024-05-20T16:30Z', 'Asia/Shanghai', '2024-05-21T04:00:00.000Z'],
  ['2024-05-20T03:59Z', 'America/New_York', '2024-05-19T16:00:00.000Z'],
  ['2024-05-20T23:59Z', 'UTC', '2024-05-20T12:00:00.000Z'],
])('a summary counts as written at noon of the user’s day: %s in %s', (said, timeZone, noon) =>
  expect(new Date(writtenOn(Date.parse(said), timeZone).nowMs).toISOString()).toBe(noon),
);
