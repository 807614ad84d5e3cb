/** Arguments or a result that break the skill's own schema. */
export class ContractBreach extends Error {
  constructor(
    readonly code: 'invalid_arguments' | 'invalid_output',
    readonly field: string,
    readonly rule: string,
  ) {
    super(`${code}: ${rule} at ${field || 'the root'}`);
    this.name = 'ContractBreach';
  }
}
