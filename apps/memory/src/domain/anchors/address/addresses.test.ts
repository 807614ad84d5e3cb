import { pcaa as listed } from 'area-data';
import { findAnchors } from '../find-anchors';
import { FORMER_NAMES, PRESENT_CITIES, PRESENT_COUNTIES } from './division-changes';
import { namesAt } from './divisions';
import { shortName } from './division-names';

const parts = (text: string) =>
  findAnchors(text, { nowMs: 0, timeZone: 'UTC' })
    .filter(({ kind }) => kind === 'address')
    .map(({ address, value }) =>
      address ? [address.province, address.city, address.county, address.detail] : [value],
    );

describe('M11: addresses', () => {
  it.each([
    ['四川省成都市武侯区科华北路65号', '四川省', '成都市', '武侯区', '科华北路65号'],
    ['快递寄到宁波市鄞州区首南街道日丽中路555号7幢，多谢', '浙江省', '宁波市', '鄞州区', '首南街道日丽中路555号7幢'],
    ['青岛崂山区松岭路238号', '山东省', '青岛市', '崂山区', '松岭路238号'],
    ['贵州遵义', '贵州省', '遵义市', null, ''],
    ['云南大理州剑川县沙溪镇', '云南省', '大理白族自治州', '剑川县', '沙溪镇'],
    ['河西区', '天津市', '天津市', '河西区', ''],
    ['江苏省 无锡市 滨湖区 蠡湖大道 18号', '江苏省', '无锡市', '滨湖区', '蠡湖大道 18号'],
    ['湖北省潜江市园林街道', '湖北省', null, '潜江市', '园林街道'],
    ['台北市信义区松智路1号', '台湾省', '台北市', null, '信义区松智路1号'],
    ['澳门路环', '澳门特别行政区', '澳门', '路环', ''],
    ['香港沙田区大学站', '香港特别行政区', '香港', '沙田区', '大学站'],
  ])('reads %s', (text, ...expected) => expect(parts(text)).toEqual([expected]));

  it.each([
    ['思茅市', '云南省', '普洱市', null],
    ['上海卢湾区', '上海市', '上海市', '黄浦区'],
    ['成都市郫县', '四川省', '成都市', '郫都区'],
    ['喀什地区', '新疆维吾尔自治区', '喀什地区', null],
    ['重庆江津市', '重庆市', '重庆市', '江津区'],
  ])('calls a division by its present name: %s', (text, ...expected) =>
    expect(parts(text).map((found) => found.slice(0, 3))).toEqual([expected]),
  );

  it('leaves open what several divisions of one name leave open', () => {
    expect(parts('和平区中山路3号')).toEqual([[null, null, '和平区', '中山路3号']]);
  });

  it('believes a county of today over the prefecture to which it once belonged', () => {
    expect(parts('绵阳地区剑阁县')).toEqual([['四川省', '广元市', '剑阁县', '']]);
  });

  it.each([
    '南京大学今天放假',
    '天津话真有意思',
    '三明治不错',
    '北京时间八点',
    '上海市场竞争激烈',
    '在城区转转',
    '长沙湾很远',
  ])('takes no address from %s', (text) => expect(parts(text)).toEqual([]));

  it.each([
    ['寄到解放路12号4单元301室', [null, null, null, '解放路12号4单元301室']],
    ['deliver to 350 Fifth Ave, New York, NY 10118 please', ['350 Fifth Ave, New York, NY 10118']],
  ])('reads a road and a house without a division: %s', (text, expected) => expect(parts(text)).toEqual([expected]));
});

describe('the table of changes', () => {
  const every = new Set(
    Object.entries(listed)
      .filter(([code]) => /^(?:86|\d{6})$/.test(code))
      .flatMap(([, below]) => Object.values(below)),
  );
  const present = (name: string) =>
    namesAt(name, 0).some(({ text, divisions }) => text === name && divisions.some((d) => d.name === name));

  it('has no row that the list has caught up with', () => {
    for (const name of Object.keys({ ...PRESENT_COUNTIES, ...PRESENT_CITIES }))
      expect([name, every.has(name)]).toEqual([name, true]);
  });

  it('names divisions of today', () => {
    for (const [, , name] of FORMER_NAMES) expect([name, present(name)]).toEqual([name, true]);
  });
});

it.each([
  ['广西壮族自治区', '广西'],
  ['恩施土家族苗族自治州', '恩施'],
  ['陵水黎族自治县', '陵水'],
  ['鄂温克族自治旗', ''],
  ['沙县', ''],
])('shortens %s to “%s”', (name, short) => expect(shortName(name)).toBe(short));
