import { Controller } from '@nestjs/common';
import { Client, credentials, status } from '@grpc/grpc-js';
import { HealthModule, createHttpApp, orThrow, RequireScope, type HttpApp } from '@plinth/http';
import { PermanentError, RandomIds, refuse, TransientError } from '@plinth/kernel';
import { createLogger, metricsText } from '@plinth/telemetry';
import { GrpcCaller, until } from '@plinth/testing';
import { service as healthService } from 'grpc-health-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { GrpcServer } from './grpc-server';
import { sameAsRoute, type GrpcService } from './grpc-service';
import { loadProtos, serviceOf } from './load-protos';

const PROTO = `syntax = "proto3";
package test.v1;
service EchoService { rpc Echo(EchoRequest) returns (EchoResponse); }
message EchoRequest { optional string how = 1; }
message EchoResponse { string said = 1; }
`;
const FAILURES = {
  missing: () => orThrow(refuse('not_found', 'echo_missing', 'There is none.')),
  away: () => Promise.reject(new TransientError('store_away', 'The store is away.')),
  broken: () => Promise.reject(new PermanentError('echo_broken', 'It broke.')),
  bug: () => Promise.reject(new TypeError('secret text')),
} as const;

/** Opened where a call that waits may end. */
let gate = Promise.withResolvers<void>();

@Controller('echo')
@RequireScope('memory')
class EchoController {
  async echo({ how }: { how: string }): Promise<{ said: string }> {
    if (how === 'held') await gate.promise;
    const failure = Object.entries(FAILURES).find(([name]) => name === how)?.[1];
    await failure?.();
    return { said: how };
  }
}

const echo: GrpcService = {
  name: 'test.v1.EchoService',
  proto: 'echo.proto',
  methods: {
    Echo: sameAsRoute(EchoController, 'echo', z.strictObject({ how: z.string() }), (door, body) => door.echo(body)),
  },
};

describe('GrpcServer', () => {
  let folder: string;
  let http: HttpApp;
  let server: GrpcServer;
  let address: string;
  let caller: GrpcCaller;

  beforeEach(async () => {
    gate = Promise.withResolvers();
    folder = await mkdtemp(join(tmpdir(), 'plinth-proto-'));
    await writeFile(join(folder, 'echo.proto'), PROTO);
    const logger = createLogger({ service: 'test', level: 'silent' });
    class Root {}
    http = await createHttpApp(
      { module: Root, imports: [HealthModule], controllers: [EchoController] },
      {
        logger,
        config: {
          profile: 'embedded',
          host: '127.0.0.1',
          apiKeysFile: undefined,
          defaultTenant: 'default',
          drainDelayMs: 1_500,
          drainTimeoutMs: 2_000,
          requestsInFlight: 2,
          requestsQueue: 1,
        },
      },
    );
    server = new GrpcServer({
      ...{ services: [echo], protos: folder, host: '127.0.0.1', drainTimeoutMs: 2_000, logger, ids: new RandomIds() },
      ...{ ...http.shared, resolve: (controller) => http.app.get(controller) },
    });
    http.alsoDrain(() => server.close());
    await http.listen(0);
    address = await server.listen(0);
    caller = GrpcCaller.open(address, { folder, file: 'echo.proto', service: echo.name });
  });
  afterEach(async () => {
    gate.resolve();
    caller.close();
    await http.close();
    await rm(folder, { recursive: true });
  });

  const ask = (how: string, options = {}) => caller.call('Echo', { how }, options);
  const serving = () => healthOf(address, echo.name);

  it('lists by reflection every service that answers here, and gives the files of each', async () => {
    const names = [
      'test.v1.EchoService',
      'grpc.health.v1.Health',
      'grpc.reflection.v1.ServerReflection',
      'grpc.reflection.v1alpha.ServerReflection',
    ];
    const listed = await reflect(address, { list_services: '' });
    expect(listed).toMatchObject({ list_services_response: { service: names.map((name) => ({ name })) } });
    for (const name of names) {
      const file = await reflect(address, { file_containing_symbol: name });
      expect(JSON.stringify(file)).toContain('file_descriptor_proto');
    }
  });

  it('counts a call by the status that its caller got, one too that no method has seen', async () => {
    for (const [how, options, code] of [
      ['counted', {}, 'OK'],
      ['missing', {}, 'NOT_FOUND'],
      ['x'.repeat(300_000), {}, 'RESOURCE_EXHAUSTED'],
    ] as const) {
      const before = await callsBy(code);
      expect(await ask(how, options)).toMatchObject({ status: code });
      expect(await callsBy(code)).toBe(before + 1);
    }
    const [late, gone] = [await callsBy('DEADLINE_EXCEEDED'), await callsBy('CANCELLED')];
    await ask('held', { deadlineMs: 50 });
    await until(
      'the late call is counted',
      5_000,
      async () => (await callsBy('DEADLINE_EXCEEDED')) + (await callsBy('CANCELLED')) === late + gone + 1,
    );
  });

  it('serves until it is told to stop; then is not serving while it still answers, and lets open calls end', async () => {
    expect(await serving()).toBe('SERVING');
    expect(await healthOf(address, '')).toBe('SERVING');
    expect(await healthOf(address, 'no.Such')).toBe('NOT_FOUND');
    const closing = http.close();
    expect(await serving()).toBe('NOT_SERVING');
    expect(await ask('still')).toMatchObject({ status: 'OK', body: { said: 'still' } });
    const held = ask('held');
    http.health.draining.addEventListener('abort', () => setTimeout(gate.resolve, 50));
    await closing;
    expect(await held).toMatchObject({ status: 'OK', body: { said: 'held' } });
    expect(await ask('late', { deadlineMs: 500 })).not.toMatchObject({ status: 'OK' });
  });

  it.each([
    ['missing', 'NOT_FOUND', 'echo_missing', 'There is none.'],
    ['away', 'UNAVAILABLE', 'store_away', 'The store is away.'],
    ['broken', 'INTERNAL', 'echo_broken', 'It broke.'],
    ['bug', 'INTERNAL', 'internal', 'An internal error occurred; the log has it under this request id.'],
  ])('answers what is %s as %s with the code in its details', async (how, code, reason, message) => {
    const answer = await ask(how, { metadata: { 'x-request-id': 'r-1' } });
    expect(answer).toMatchObject({ status: code, message, metadata: { 'x-request-id': 'r-1' } });
    const details = answer.details?.toString('latin1');
    expect(details).toContain(reason);
    expect(details).toContain('r-1');
    expect(details?.includes('google.rpc.RetryInfo')).toBe(how === 'away');
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it('has one bound with HTTP: refuses a call beyond it as RESOURCE_EXHAUSTED, and goes on telling its health', async () => {
    const held = [ask('held'), ask('held'), ask('held')];
    await until('one waits', 5_000, async () => (await metricsText()).includes('plinth_requests_waiting 1'));
    const refused = await ask('more');
    expect(refused).toMatchObject({ status: 'RESOURCE_EXHAUSTED' });
    expect(refused.details?.toString('latin1')).toContain('overloaded');
    expect(refused.details?.toString('latin1')).toContain('google.rpc.RetryInfo');
    expect(await serving()).toBe('SERVING');
    gate.resolve();
    for (const answer of await Promise.all(held)) expect(answer).toMatchObject({ status: 'OK' });
    expect(await ask('again')).toMatchObject({ status: 'OK' });
  });

  it('ends a call at its deadline', async () => {
    expect(await ask('held', { deadlineMs: 100 })).toMatchObject({ status: 'DEADLINE_EXCEEDED' });
  });

  it('is not made of methods that its proto does not have', () => {
    const options = { services: [{ ...echo, methods: {} }], protos: folder, ...http.shared };
    const make = () =>
      new GrpcServer({
        ...{
          ...options,
          host: '127.0.0.1',
          drainTimeoutMs: 1,
          ids: new RandomIds(),
        },
        ...{
          logger: createLogger({ service: 'test', level: 'silent' }),
          resolve: () => {
            throw new Error('unused');
          },
        },
      });
    expect(make).toThrow('Echo');
  });
});

/** Calls of Echo that ended so, in all servers of this process. */
async function callsBy(code: string): Promise<number> {
  const labels = `rpc_method="test.v1.EchoService/Echo",rpc_response_status_code="${code}"`;
  const line = (await metricsText())
    .split('\n')
    .find((one) => one.startsWith('rpc_server_call_duration_seconds_count') && one.includes(labels));
  return Number(line?.split(' ').at(-1) ?? 0);
}

async function healthOf(address: string, service: string): Promise<string> {
  const client = new Client(address, credentials.createInsecure());
  const { path, requestSerialize, responseDeserialize } = healthService['Check'] ?? healthService['check']!;
  try {
    return await new Promise((resolve) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service }, (error, answer) =>
        resolve(error ? status[error.code] : Object(answer).status),
      );
    });
  } finally {
    client.close();
  }
}

async function reflect(address: string, request: object): Promise<unknown> {
  const folder = join(require.resolve('@grpc/reflection'), '../../proto');
  const protos = loadProtos(folder, ['grpc/reflection/v1/reflection.proto']);
  const { path, requestSerialize, responseDeserialize } = serviceOf(protos, 'grpc.reflection.v1.ServerReflection')[
    'ServerReflectionInfo'
  ]!;
  const client = new Client(address, credentials.createInsecure());
  const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
  try {
    return await new Promise((resolve, reject) => {
      stream.on('data', resolve).on('error', reject);
      stream.write(request);
    });
  } finally {
    stream.end();
    client.close();
  }
}
