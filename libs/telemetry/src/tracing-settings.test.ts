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
    ['OTEL_RESOURCE_ATTRIBUTES', 'service.name'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'team=%E0%A4%A'],
  ])('refuses %s=%s by its name, without its value', (name, value) => {
    const settings = tracingSettings({ [name]: value });
    expect(settings).toEqual({ faults: [expect.stringContaining(`${name}: `)] });
    expect(JSON.stringify(settings)).not.toContain(`${value}`);
  });

  it('takes an empty variable for an unset one', () => {
    const empty = { OTEL_SERVICE_NAME: '', OTEL_EXPORTER_OTLP_PROTOCOL: ' ', OTEL_TRACES_EXPORTER: '' };
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
