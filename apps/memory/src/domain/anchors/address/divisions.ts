import { pcaa as listed } from 'area-data';
import {
  FORMER_NAMES,
  HONG_KONG,
  MACAU,
  NEW_COUNTIES,
  PRESENT_CITIES,
  PRESENT_COUNTIES,
  TAIWAN_CITIES,
  TAIWAN_COUNTIES,
} from './division-changes';
import { otherForms, shortName } from './division-names';

export type Level = 'province' | 'city' | 'county';

/** An administrative division by its present name. A county that no city governs has none; of a municipality the city is itself. */
export interface Division {
  readonly level: Level;
  readonly name: string;
  readonly province: string;
  readonly city: string | null;
}

/** A way to write a division; `full` names say what they are (县, 区, …), the others may be other words too. */
export interface DivisionName {
  readonly text: string;
  readonly full: boolean;
  readonly divisions: readonly Division[];
}

/** The names that begin with the same two characters, the longest first. */
type Names = ReadonlyMap<string, readonly DivisionName[]>;

let names: Names | undefined;

/** Their index takes some 40 ms: call it at start, so that the first turn does not pay. */
export function warmDivisions(): void {
  index();
}

function index(): Names {
  names ??= indexed(allDivisions());
  return names;
}

/** The names that begin as the text does at `at`, the longest first. */
export function namesAt(text: string, at: number): readonly DivisionName[] {
  return (index().get(text.slice(at, at + 2)) ?? []).filter((name) => text.startsWith(name.text, at));
}

function allDivisions(): Division[] {
  const retired = new Set(FORMER_NAMES.map(([former, city]) => `${city}/${former}`));
  const divisions = mainland().filter(({ name, city }) => !retired.has(`${city}/${name}`) && name !== '莱芜市');
  return [
    ...divisions,
    ...special('香港特别行政区', '香港', HONG_KONG),
    ...special('澳门特别行政区', '澳门', MACAU),
    ...taiwan(),
  ];
}

function mainland(): Division[] {
  const divisions: Division[] = [];
  for (const [code, province] of Object.entries(listed['86'] ?? {})) {
    if (!/^[1-6]/.test(code)) continue;
    const municipality = province.endsWith('市');
    divisions.push({ level: 'province', name: province, province, city: municipality ? province : null });
    for (const [below, name] of Object.entries(listed[code] ?? {})) {
      const present = PRESENT_CITIES[name] ?? name;
      // The third and fourth digits of a county that stands under no city are 90 and more, or those of the municipality's counties.
      const direct = /^\d\d90/.test(below) || (municipality && name !== '市辖区');
      const city = municipality ? province : present;
      if (direct) divisions.push(county(name, province, municipality ? province : null));
      else if (!municipality) divisions.push({ level: 'city', name: present, province, city: present });
      if (!direct)
        for (const [leaf, third] of Object.entries(listed[below] ?? {}))
          if (/^\d{6}$/.test(leaf) && /[市区县旗]$/.test(third)) divisions.push(county(third, province, city));
    }
  }
  return [...divisions, ...NEW_COUNTIES.flatMap(([city, added]) => addedTo(city, added, divisions))];
}

function county(name: string, province: string, city: string | null): Division {
  return { level: 'county', name: PRESENT_COUNTIES[name] ?? name, province, city };
}

function addedTo(city: string, added: string, divisions: readonly Division[]): Division[] {
  const parent = divisions.find(({ level, name }) => level === 'city' && name === city);
  const known = new Set(divisions.filter((division) => division.city === city).map(({ name }) => name));
  return parent === undefined
    ? []
    : added.split(' ').flatMap((name) => (known.has(name) ? [] : [county(name, parent.province, city)]));
}

function special(province: string, city: string, counties: string): Division[] {
  return [
    { level: 'province', name: province, province, city },
    ...counties.split(' ').map((name) => county(name, province, city)),
  ];
}

function taiwan(): Division[] {
  const province = '台湾省';
  return [
    { level: 'province', name: province, province, city: null },
    ...TAIWAN_CITIES.split(' ').map((name): Division => ({ level: 'city', name, province, city: name })),
    ...TAIWAN_COUNTIES.split(' ').map((name) => county(name, province, null)),
  ];
}

function indexed(divisions: readonly Division[]): Names {
  const full = new Map<string, Division[]>();
  const short = new Map<string, Division[]>();
  for (const division of divisions) put(full, division.name, division);
  const proper = new Map([...full].map(([name, held]) => [name, [...held]]));
  for (const division of divisions)
    for (const form of otherForms(division.name, division.level)) if (!proper.has(form)) put(full, form, division);
  for (const [former, present] of Object.entries({ ...PRESENT_COUNTIES, ...PRESENT_CITIES }))
    for (const division of proper.get(present) ?? []) if (!proper.has(former)) put(full, former, division);
  for (const [former, city, present] of FORMER_NAMES)
    for (const division of proper.get(present) ?? [])
      if (division.city === city) {
        put(full, former, division);
        if (division.level === 'city') put(short, shortName(former), division);
      }
  for (const division of divisions) {
    const own = shortName(division.name);
    if (own !== '' && !full.has(own)) put(short, own, division);
  }
  return byStart([
    ...[...full].map(([text, held]) => ({ text, full: true, divisions: held })),
    ...[...short].map(([text, held]) => ({ text, full: false, divisions: held })),
  ]);
}

function put(map: Map<string, Division[]>, text: string, division: Division): void {
  const held = map.get(text);
  if (!held) map.set(text, [division]);
  else if (!held.includes(division)) held.push(division);
}

function byStart(all: readonly DivisionName[]): Names {
  const starts = new Map<string, DivisionName[]>();
  for (const name of [...all].sort((a, b) => b.text.length - a.text.length)) {
    const start = name.text.slice(0, 2);
    const held = starts.get(start);
    if (held) held.push(name);
    else starts.set(start, [name]);
  }
  return starts;
}
