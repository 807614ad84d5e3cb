import { ConfigError } from './config-error';
import type { ConfigProblem } from './define-config';

/** Runs every loader before it judges any: throws one ConfigError with the problems of all, so that one start names them. */
export function loadTogether<const T extends readonly unknown[]>(
  ...loaders: { readonly [I in keyof T]: () => T[I] }
): T {
  const problems: ConfigProblem[] = [];
  const loaded = loaders.map((load: () => unknown) => {
    try {
      return load();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return loaded as unknown as T;
}
