/**
 * A provider of skills that answers at once: `/one` publishes what is called, `/many/<version>` so many others once `POST /open` was asked.
 * Says its URL, and serves until it is killed.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SKILL_METRICS } from '@plinth/contracts';
import { MANY_VERSIONS, manifestOf, READ, WRITE } from './bench-skill';

const ANSWER = JSON.stringify({ result: { id: 'R-1', stock: 7, place: 'A-3' }, receipt: { id: 'R-1' } });

let open = false;
const many = Number(process.argv[2] ?? 0);
/** Every skill is measured, as the gateway asks before it takes a contract (S2). */
const metrics = [READ, WRITE, ...Array.from({ length: many }, (_, nth) => `resident_${nth}`)]
  .flatMap((skill) => SKILL_METRICS.map((name) => `${name}{skill="${skill}"} 0`))
  .join('\n');

function published(path: string): string | undefined {
  if (path === '/one/manifests')
    return JSON.stringify({ skills: [manifestOf(READ, '1.0.0', 'read'), manifestOf(WRITE, '1.0.0', 'write')] });
  const version = MANY_VERSIONS.find((each) => path === `/many/${each}/manifests`);
  if (version === undefined) return undefined;
  const skills = Array.from({ length: open ? many : 0 }, (_, nth) => manifestOf(`resident_${nth}`, version, 'read'));
  return JSON.stringify({ skills });
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const body = published(request.url ?? '');
    response.end(body ?? metrics);
    return;
  }
  if (request.url === '/open') open = true;
  request.resume();
  request.once('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER.length }).end(ANSWER);
  });
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => {
  console.log(`serving at http://127.0.0.1:${(server.address() as AddressInfo).port} .`);
});
