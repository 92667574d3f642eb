import { diag, DiagConsoleLogger, DiagLogLevel } from '@opentelemetry/api'
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { HostMetricsInstrumentation } from '@opentelemetry/instrumentation-host-metrics'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino'
import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node'
import { core, metrics, NodeSDK, resources } from '@opentelemetry/sdk-node'
import { ConfigError } from './config'
import { closedInTime, type Closeable } from './lifecycle'
import { redactedSpans, type SpanExporter } from './redacted-spans'

/** The environment without what is empty. */
export type SetVariables = Readonly<Record<string, string | undefined>>

/**
 * Starts sending traces, metrics or both. Throws a `ConfigError` when the variables ask for what is not offered. Metrics have no attribute of a request but
 * its route; traces have what `redactedSpans` lets through.
 */
export function startTelemetry({
  serviceName,
  traces,
  metrics: hasMetrics,
  variables,
}: {
  serviceName: string
  traces: boolean
  metrics: boolean
  variables: SetVariables
}): Closeable {
  assertOffered(variables, { traces, metrics: hasMetrics })
  // A port that is taken, a collector that is away: the SDK keeps such things to itself unless it is asked.
  if (!variables.OTEL_LOG_LEVEL) diag.setLogger(new DiagConsoleLogger(), DiagLogLevel.ERROR)
  // The specification's default. The library's is every address of the machine.
  if (!variables.OTEL_EXPORTER_PROMETHEUS_HOST) process.env.OTEL_EXPORTER_PROMETHEUS_HOST = 'localhost'
  const sdk = new NodeSDK({
    serviceName,
    // Without the command line and the machine's details, which the default ones add.
    resourceDetectors: [resources.envDetector, resources.hostDetector, resources.serviceInstanceIdDetector],
    instrumentations: [...(traces ? tracing() : []), ...(hasMetrics ? processMetrics() : [])],
    // A trace goes by the W3C's `traceparent` through the queue. Baggage is whatever a caller wrote, and is not passed on.
    textMapPropagator: new core.W3CTraceContextPropagator(),
    ...(traces ? { traceExporter: redactedSpans(traceExporter(variables)) } : { spanProcessors: [] }),
    views: unwanted.map((selected) => ({ ...selected, aggregation: { type: metrics.AggregationType.DROP } })),
    ...(!hasMetrics && { metricReaders: [] }),
    // Log lines go to standard output alone.
    logRecordProcessors: [],
  })
  sdk.start()
  // A collector that is away takes the last of it along, and nothing else.
  return { close: () => closedInTime(sdk.shutdown()) }
}

/** Metrics of libraries with a sample for each connection, heap space and kind of handle, in every process. */
const unwanted = [
  { meterName: '@opentelemetry/instrumentation-pg' },
  { instrumentName: 'v8js.memory.heap.space.*' },
  { instrumentName: 'v8js.resource.active' },
]

/** Spans of SQL statements, and trace ids in log lines. Those of requests, captures and their steps are our own, those of jobs BullMQ's. */
function tracing() {
  return [
    new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    new PinoInstrumentation({ disableLogSending: true }),
  ]
}

function processMetrics() {
  return [
    new RuntimeNodeInstrumentation(),
    new HostMetricsInstrumentation({ metricGroups: ['process.cpu', 'process.memory'] }),
  ]
}

/** The protocol that spans are sent by. The specification's default is `http/protobuf`. */
const traceProtocol = (variables: SetVariables): string =>
  variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? variables.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf'

function traceExporter(variables: SetVariables): SpanExporter {
  return traceProtocol(variables) === 'http/json' ? new JsonTraceExporter() : new OTLPTraceExporter()
}

/** The library passes over what it does not know, and the process would say nothing of itself. */
function assertOffered(variables: SetVariables, asked: { traces: boolean; metrics: boolean }): void {
  const problems: string[] = []
  const { OTEL_TRACES_EXPORTER: traces = 'otlp', OTEL_METRICS_EXPORTER: metrics = 'otlp' } = variables
  if (asked.traces && traces !== 'otlp')
    problems.push(`OTEL_TRACES_EXPORTER: set otlp or none; '${traces}' is not offered`)
  const protocol = traceProtocol(variables)
  if (asked.traces && protocol !== 'http/protobuf' && protocol !== 'http/json')
    problems.push(
      `OTEL_EXPORTER_OTLP_PROTOCOL: set http/protobuf or http/json; '${protocol}' is not offered for traces`,
    )
  if (asked.metrics && metrics !== 'prometheus' && metrics !== 'otlp')
    problems.push(`OTEL_METRICS_EXPORTER: set prometheus, otlp or none; '${metrics}' is not offered`)
  if (problems.length > 0) throw new ConfigError(problems)
}
