/** Where failures go that no caller waits for, unless a database was opened with `report`. As text: see `failure.ts` on realms. */
export function warn(error: unknown): void {
  process.emitWarning(String(error), 'PostgresWarning');
}
