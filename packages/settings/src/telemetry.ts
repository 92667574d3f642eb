import { z } from 'zod'
import { serviceNames, settings } from './setting'

const schema = z.string().optional()

/** `runtime/telemetry` reads them before all else. */
export const telemetrySettings = settings(serviceNames, {
  OTEL_METRICS_EXPORTER: { schema, about: 'prometheus serves metrics at http://HOST:PORT/metrics, each process on a port of its own; otlp sends them.', example: 'prometheus' },
  OTEL_EXPORTER_PROMETHEUS_HOST: { schema, about: 'The HOST of these metrics. Without it, localhost.', example: 'localhost' },
  OTEL_EXPORTER_PROMETHEUS_PORT: { schema, about: 'The PORT of these metrics. Without it, 9464.', example: '9464' },
  OTEL_TRACES_EXPORTER: { schema, about: 'otlp sends traces to a collector, over HTTP.', example: 'otlp' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { schema, about: 'The collector.', example: 'http://localhost:4318' },
  OTEL_EXPORTER_OTLP_PROTOCOL: { schema, about: 'http/protobuf or http/json.', example: 'http/protobuf' },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { schema, about: 'The collector of traces, when it is another.', example: '' },
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: { schema, about: 'The collector of metrics, when it is another.', example: '' },
  OTEL_TRACES_SAMPLER: { schema, about: 'Which requests are traced; the example and the next trace one in ten.', example: 'parentbased_traceidratio' },
  OTEL_TRACES_SAMPLER_ARG: { schema, about: 'The share of requests that are traced.', example: '0.1' },
  OTEL_SERVICE_NAME: { schema, about: "The service's name in traces and metrics. Without it, that of its folder, such as render-worker.", example: '' },
})
