import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { KafkaTransport } from '@plinth/bus';
import { kafkaConfig, kafkaConnection, loadConfig } from '@plinth/config';
import { silentLog } from '@plinth/testing';

/** A listener that completes a TLS handshake, asks for a certificate, and then hangs up: no broker, but what stands before one. */
describe('the way to the brokers over TLS', () => {
  let folder: string;
  let server: Server;
  let handshakes: string[];
  const file = (name: string): string => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

  /** Signed by the test's own authority, for 127.0.0.1. */
  function signed(name: string): void {
    const keys = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${name}.key`];
    openssl('req', ...keys, '-subj', `/CN=${name}`, '-out', `${name}.csr`);
    const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'san'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...issuer, '-days', '1', '-out', `${name}.pem`);
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-tls-'));
    await writeFile(file('san'), 'subjectAltName=IP:127.0.0.1');
    const keys = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'ca.key'];
    openssl('req', '-x509', ...keys, '-subj', '/CN=authority', '-days', '1', '-out', 'ca.pem');
    signed('broker');
    signed('memory');
    const [ca, cert, key] = await Promise.all(
      ['ca.pem', 'broker.pem', 'broker.key'].map((name) => readFile(file(name))),
    );
    server = createServer({ ca, cert, key, requestCert: true, rejectUnauthorized: false }, (socket) => {
      handshakes.push(socket.authorized ? String(socket.getPeerCertificate().subject.CN) : 'unknown');
      socket.destroy();
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(async () => {
    await new Promise((closed) => server.close(closed));
    await rm(folder, { recursive: true });
  });
  beforeEach(() => (handshakes = []));

  /** There is one in any case: there is no broker behind the listener. */
  async function failureOf(environment: Record<string, string>): Promise<string> {
    const { port } = server.address() as AddressInfo;
    const given = { PLINTH_KAFKA_BROKERS: `127.0.0.1:${port}`, PLINTH_KAFKA_TLS: 'true', ...environment };
    const options = { ...kafkaConnection(loadConfig(kafkaConfig, given)), clientId: 'test', log: silentLog };
    const failure = await new KafkaTransport(options).connect(['plinth.test']).catch((error: unknown) => error);
    return String(failure);
  }

  it('completes the handshake with a broker of the authority that is named, under the certificate that is named', async () => {
    const failure = await failureOf({
      PLINTH_KAFKA_CA_FILE: file('ca.pem'),
      PLINTH_KAFKA_CERT_FILE: file('memory.pem'),
      PLINTH_KAFKA_KEY_FILE: file('memory.key'),
    });
    expect(failure).toContain('Closed connection');
    expect(new Set(handshakes)).toEqual(new Set(['memory']));
  });

  it('says nothing to a broker whose authority nobody named', async () => {
    expect(await failureOf({})).toContain('self-signed certificate');
    expect(handshakes).toEqual([]);
  });
});
