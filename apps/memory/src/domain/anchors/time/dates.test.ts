import { findAnchors } from '../find-anchors';

/** Monday 2024-05-20, 10:00 in Shanghai. */
const said = { nowMs: Date.UTC(2024, 4, 20, 2), timeZone: 'Asia/Shanghai' };
const found = (text: string) =>
  findAnchors(text, said).flatMap(({ kind, text: quoted, value }) => (kind === 'date' ? [`${quoted}=${value}`] : []));

describe('dates', () => {
  it.each([
    ['上周三买的', ['上周三=2024-05-15']],
    ['周五之前给我', ['周五=2024-05-24']],
    ['ship it by June 8, 2024', ['June 8, 2024=2024-06-08']],
    ['明天下午3点到5点', ['明天下午3点到5点=2024-05-21T15:00/2024-05-21T17:00']],
    ['6月3日到6月5日的酒店', ['6月3日到6月5日=2024-06-03/2024-06-05']],
    ['in the first week of July', ['the first week of July=2024-07-01/2024-07-07']],
  ])('M11: %s names %j', (text, dates) => expect(found(text)).toEqual(dates));

  it.each(['下午3点', '现在几点', '用了三天', '周一至周五营业', 'for two hours', 'order B2002'])(
    'M11: “%s” names no date',
    (text) => expect(found(text)).toEqual([]),
  );
});
