/** What Express keeps for each route; it has no public way to ask which templates and methods a path comes to. */
interface RouteLayer {
  match(path: string): boolean;
  readonly route: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
}

function isRoute(layer: object): layer is RouteLayer {
  return 'match' in layer && 'route' in layer && layer.route !== undefined;
}

export interface MatchedRoute {
  readonly template: string | undefined;
  /** In capitals; HEAD with GET. */
  readonly methods: readonly string[];
}

/** The routes that a path comes to, whatever its method. `layers` are those of an Express router. Throws for a path that cannot be decoded. */
export function routesOfPath(layers: readonly object[], path: string): readonly MatchedRoute[] {
  return layers
    .filter(isRoute)
    .filter((layer) => layer.match(path))
    .map(({ route }) => {
      const methods = Object.keys(route.methods).map((method) => method.toUpperCase());
      return {
        template: typeof route.path === 'string' ? route.path : undefined,
        methods: methods.includes('GET') ? [...methods, 'HEAD'] : methods,
      };
    });
}
