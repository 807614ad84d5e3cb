import type { Area, Plant, Sensor } from './plant';

/** What a text names: its number, its name in both languages, and the sensors there. */
export interface Scope {
  readonly id: string;
  readonly name: Area['name'];
  readonly sensors: readonly Sensor[];
}

const WHOLE = { zh: '全厂', en: 'the whole plant' };

/**
 * The sensors that a text names: one sensor, the sensors of one piece of equipment, or of an area; by number or by name in either language.
 * Of several readings the narrowest, of several names the longest, since 换热器 stands in 反应换热器.
 */
export function sensorsNamedIn({ areas, equipment, sensors }: Plant, text: string): Scope | undefined {
  const asked = text.toLowerCase();
  const all = [...sensors.values()];
  const named = <T extends { readonly id: string }>(things: Iterable<T>, names: (thing: T) => readonly string[]) =>
    [...things]
      .flatMap((thing) => names(thing).map((name) => ({ thing, name: name.toLowerCase() })))
      .filter(({ name }) => asked.includes(name))
      .sort((a, b) => b.name.length - a.name.length)[0]?.thing;
  const sensor = named(all, ({ id }) => [id]);
  if (sensor) return { id: sensor.id, name: { zh: sensor.id, en: sensor.id }, sensors: [sensor] };
  const piece = named(equipment.values(), ({ id, name }) => [id, name.zh, name.en]);
  if (piece) return { id: piece.id, name: piece.name, sensors: all.filter((one) => one.equipment === piece.id) };
  const area = named(areas, ({ id, name }) => [id, name.zh, name.en]);
  if (area)
    return {
      id: area.id,
      name: area.name,
      sensors: all.filter((one) => equipment.get(one.equipment)?.area === area.id),
    };
  return /全厂|整个工厂|所有设备|whole plant|entire plant/.test(asked)
    ? { id: 'plant', name: WHOLE, sensors: all }
    : undefined;
}
