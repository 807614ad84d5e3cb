import { FORMATS } from './formats';

describe('a format', () => {
  it.each([
    ['date', ['2024-02-29', '2000-12-31'], ['2023-02-29', '1900-02-29', '2024-13-01', '2024-1-01', '２０２４-01-01']],
    [
      'time',
      ['00:00:00Z', '23:59:60Z', '01:29:60+01:30', '12:00:00.123-05:00'],
      ['24:00:00Z', '12:00:60Z', '12:00:00', '12:60:00Z'],
    ],
    ['date-time', ['2024-01-01T00:00:00Z', '1998-12-31t23:59:60z'], ['2024-01-01 00:00:00Z', '2024-01-01T24:00:60Z']],
    ['duration', ['P4DT12H30M5S', 'P1W', 'PT1H30M', 'P1Y2M3D'], ['P', 'PT', 'P1D2H', 'PT1H5S', 'P1Y1W', 'P1Y3D']],
    [
      'email',
      ['li@example.org', '"a..b"@example.org', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
      ['li', '.a@b.co', 'a..b@c.d', 'a@-b.co', 'a@[300.1.1.1]'],
    ],
    ['ipv4', ['127.0.0.1'], ['127.0.0.01', '256.1.1.1', '1.2.3', '1.2.3.4/8']],
    [
      'ipv6',
      ['::1', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4', '1::'],
      ['1:2:3', '::1::', '12345::', '::1%eth0', '1:2:3:4:5:6:7::8:9', '1.2.3.4::'],
    ],
    [
      'uuid',
      ['2eb8aa08-aa98-11ea-b4aa-73b441d16380'],
      ['urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2eb8aa08aa9811eab4aa73b441d16380'],
    ],
    [
      'uri',
      ['http://a.b/c?d#e', 'urn:a:b', 'mailto:a@b.c', 'http://[::1]:80/'],
      ['//a.b', 'a b', 'http://[::01.2.3.4]/', 'http://a@b@c/', 'http://a/[b]', 'http://a/%zz'],
    ],
    ['uri-reference', ['/a', 'a/b:c', '#x', ''], ['a:b c', '1:a', 'a\\b']],
    ['uri-template', ['http://a/{b}', '{?x,y*}', '{+p:3}'], ['http://a/{b', '{}', '{!}']],
    ['json-pointer', ['', '/a/~0~1'], ['a', '/~', '/~2']],
    ['relative-json-pointer', ['0', '1/a', '0#'], ['/a', '-1', '01', '0##']],
    ['regex', ['^a+$'], ['(', '\\a']],
    ['byte', ['', 'aGk='], ['a', 'aGk']],
  ] as const)('%s is what its document says', (format, right, wrong) => {
    const holds = FORMATS[format];
    expect(right.filter((text) => !holds?.(text))).toEqual([]);
    expect(wrong.filter((text) => holds?.(text))).toEqual([]);
  });

  it('int32 holds 32 bits', () => {
    const holds = FORMATS.int32;
    expect([2 ** 31 - 1, -(2 ** 31), 2 ** 31, 1.5].map((value) => holds?.(value))).toEqual([true, true, false, false]);
  });

  it('is quick for a hostile text', () => {
    const hostile = [
      `${'a.'.repeat(4_000)}!`,
      `http://${'a@'.repeat(4_000)}`,
      `{${'a,'.repeat(4_000)}`,
      ':'.repeat(8_000),
    ];
    const began = performance.now();
    for (const holds of Object.values(FORMATS)) for (const text of hostile) holds(text);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
