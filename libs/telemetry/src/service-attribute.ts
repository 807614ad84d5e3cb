import type { Context } from '@opentelemetry/api';
import type { Span, SpanProcessor } from '@opentelemetry/sdk-trace';
import { spanAttributes } from './attributes';
import { serviceOf } from './tracing';

/** Gives every span, those of instrumentations too, the service that it works for. */
export class ServiceAttribute implements SpanProcessor {
  constructor(private readonly processService: string) {}

  onStart(span: Span, parent: Context): void {
    span.setAttribute(spanAttributes.service.name, serviceOf(parent) ?? this.processService);
  }

  onEnd(): void {
    return;
  }

  async forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  async shutdown(): Promise<void> {
    return Promise.resolve();
  }
}
