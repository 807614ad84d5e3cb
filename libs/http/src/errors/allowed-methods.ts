/** What Express keeps for each route; it has no public way to ask which methods a path takes. */
interface RouteLayer {
  match(path: string): boolean;
  readonly route: { readonly methods: Readonly<Record<string, boolean>> };
}

function isRoute(layer: object): layer is RouteLayer {
  return 'match' in layer && 'route' in layer && layer.route !== undefined;
}

/** The methods that a path takes, HEAD with GET; none for a path without a route. `layers` are those of an Express router. */
export function allowedMethods(layers: readonly object[], path: string): readonly string[] {
  const methods = layers
    .filter(isRoute)
    .filter((layer) => layer.match(path))
    .flatMap(({ route }) => Object.keys(route.methods).map((method) => method.toUpperCase()));
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
}
