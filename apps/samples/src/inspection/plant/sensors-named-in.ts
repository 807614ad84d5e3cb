import type { Plant, Sensor } from './plant';

/**
 * The sensors that a text names: one sensor, the sensors of one piece of equipment, or of an area; by number or by name in either language.
 * Of several readings the narrowest, of several names the longest, since 换热器 stands in 反应换热器.
 */
export function sensorsNamedIn(
  { areas, equipment, sensors }: Plant,
  text: string,
): { readonly scope: string; readonly sensors: readonly Sensor[] } | undefined {
  const asked = text.toLowerCase();
  const all = [...sensors.values()];
  const named = <T extends { readonly id: string }>(things: Iterable<T>, names: (thing: T) => readonly string[]) =>
    [...things]
      .flatMap((thing) => names(thing).map((name) => ({ thing, name: name.toLowerCase() })))
      .filter(({ name }) => asked.includes(name))
      .sort((a, b) => b.name.length - a.name.length)[0]?.thing;
  const sensor = named(all, ({ id }) => [id]);
  if (sensor) return { scope: sensor.id, sensors: [sensor] };
  const piece = named(equipment.values(), ({ id, name }) => [id, name.zh, name.en]);
  if (piece) return { scope: piece.id, sensors: all.filter((one) => one.equipment === piece.id) };
  const area = named(areas, ({ id, name }) => [id, name.zh, name.en]);
  if (area) return { scope: area.id, sensors: all.filter((one) => equipment.get(one.equipment)?.area === area.id) };
  return /全厂|整个工厂|所有设备|whole plant|entire plant/.test(asked) ? { scope: 'plant', sensors: all } : undefined;
}
