import { tracingSettings } from './tracing-settings';
import { tracingRequested } from './tracing-switch';

describe('the standard variables', () => {
  it.each([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_TRACES_EXPORTER', 'otlp,console'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_PROPAGATORS', 'b3'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://x'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'nonsense'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://h:99999'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=c'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=a;b'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=a%0Ab'],
    ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'a=%E0%A4%A'],
    ['OTEL_EXPORTER_OTLP_TRACES_COMPRESSION', 'zstd'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_TRACES_SAMPLER_ARG', '-0.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '-1'],
    ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', '0.5'],
    ['OTEL_BSP_SCHEDULE_DELAY', 'soon'],
    ['OTEL_BSP_EXPORT_TIMEOUT', '3000000000'],
    ['OTEL_SDK_DISABLED', 'yes'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'service.name'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'team=%E0%A4%A'],
  ])('refuses %s=%s by its name, without its value', (name, value) => {
    const settings = tracingSettings({ [name]: value });
    expect(settings).toEqual({ faults: [expect.stringContaining(`${name}: `)] });
    expect(JSON.stringify(settings)).not.toContain(`${value}`);
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user@collector.example:4318/otlp'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://[::1]:4318/v1/traces'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Basic dTpw==, x-tenant=a%2Cb,'],
    ['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT', '10000'],
    ['OTEL_TRACES_SAMPLER_ARG', '0'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.0'],
    ['OTEL_BSP_SCHEDULE_DELAY', '1'],
    ['OTEL_SDK_DISABLED', 'False'],
  ])('accepts %s=%s', (name, value) => {
    expect(tracingSettings({ [name]: value })).not.toHaveProperty('faults');
  });

  it('names every variable at fault at once', () => {
    const wrong = { OTEL_SDK_DISABLED: 'yes', OTEL_BSP_SCHEDULE_DELAY: 'soon', OTEL_TRACES_SAMPLER_ARG: '0.5' };
    expect(tracingSettings(wrong)).toEqual({
      faults: ['OTEL_SDK_DISABLED: true or false', expect.stringMatching(/^OTEL_BSP_SCHEDULE_DELAY: a whole number/)],
    });
  });

  it('takes an empty variable for an unset one', () => {
    const empty = {
      OTEL_SERVICE_NAME: '',
      OTEL_EXPORTER_OTLP_PROTOCOL: ' ',
      OTEL_TRACES_EXPORTER: '',
      OTEL_EXPORTER_OTLP_HEADERS: '',
      OTEL_TRACES_SAMPLER_ARG: ' ',
      OTEL_BSP_MAX_QUEUE_SIZE: '',
      OTEL_SDK_DISABLED: '',
    };
    expect(tracingSettings(empty)).toEqual({ exporter: 'http/protobuf', serviceName: undefined });
    expect(tracingRequested(empty)).toBe(false);
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://h' };
    expect(tracingRequested(traces)).toBe(true);
  });

  it('lets a name among the resource attributes rule, and the variable made for it before that', () => {
    const attributes = { OTEL_RESOURCE_ATTRIBUTES: 'team=care, service.name=my%20shop' };
    expect(tracingSettings(attributes)).toMatchObject({ serviceName: 'my shop' });
    expect(tracingSettings({ ...attributes, OTEL_SERVICE_NAME: 'desk' })).toMatchObject({ serviceName: 'desk' });
  });

  it('takes the protocol of traces before the one of all signals', () => {
    const both = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' };
    expect(tracingSettings(both)).toMatchObject({ exporter: 'http/json' });
    expect(tracingSettings({ ...both, OTEL_TRACES_EXPORTER: 'console' })).toMatchObject({ exporter: 'console' });
  });
});
