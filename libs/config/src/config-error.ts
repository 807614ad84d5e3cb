import type { ConfigProblem } from './define-config';

/** Thrown at start-up, once, with every variable that is missing or breaks its rule. Holds no values: they may be secrets. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly ConfigProblem[]) {
    super(
      ['The configuration is not usable:', ...problems.map(({ variable, rule }) => `  ${variable}: ${rule}`)].join(
        '\n',
      ),
    );
    this.name = 'ConfigError';
  }
}
