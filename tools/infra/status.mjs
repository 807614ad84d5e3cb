/** How the servers' state is told to people and programs. */

/**
 * @typedef {{ name: string, state: string, address: string, pid?: number | undefined, log: string }} ServerLine
 * @typedef {{ ok: boolean, mode: string, dir: string, servers: ServerLine[] }} Summary
 */

/** @param {import('./settings.mjs').Settings} settings @param {import('./native.mjs').ServerStatus[]} statuses @returns {Summary} */
export const summarise = ({ mode, dir, ports }, statuses) => ({
  ok: statuses.every((server) => server.state === 'up'),
  mode,
  dir,
  servers: statuses.map(({ name, state, pid, log }) => ({
    name,
    state,
    address: `127.0.0.1:${ports[name]}`,
    ...(pid && { pid }),
    log,
  })),
});

/** @param {Summary} summary */
export function printStatus({ servers }) {
  const rows = [
    ['SERVER', 'STATE', 'ADDRESS', 'PID', 'LOG'],
    ...servers.map((server) => [server.name, server.state, server.address, String(server.pid ?? '-'), server.log]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
