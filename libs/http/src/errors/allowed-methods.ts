import { routesOfPath } from '../route-layers';

/** The methods that a path takes, HEAD with GET; none for a path without a route. `layers` are those of an Express router. */
export function allowedMethods(layers: readonly object[], path: string): readonly string[] {
  return [...new Set(routesOfPath(layers, path).flatMap(({ methods }) => methods))].sort();
}
