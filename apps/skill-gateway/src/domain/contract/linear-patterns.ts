import { RE2JS } from 're2js';

/**
 * What Ajv runs patterns with: linear in the length of the text, whatever a provider wrote into its schema. Throws for a
 * pattern that cannot be run so (look-around, back references), which refuses the contract.
 */
export function linearPattern(pattern: string): { test(text: string): boolean; toString(): string } {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  return { test: (text) => compiled.matcher(text).find(), toString: () => pattern };
}
/** Read by Ajv when it writes stand-alone code, which we do not. */
linearPattern.code = 'linearPattern';
