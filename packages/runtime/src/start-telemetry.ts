import { diag, DiagConsoleLogger, DiagLogLevel } from '@opentelemetry/api'
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { HostMetricsInstrumentation } from '@opentelemetry/instrumentation-host-metrics'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino'
import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node'
import { core, metrics, NodeSDK, resources } from '@opentelemetry/sdk-node'
import { ConfigError } from '@pas/settings/parse-config'
import { closedInTime, type Closeable } from './lifecycle'
import { redactedSpans, type SpanExporter } from './redacted-spans'

export type SetVariables = Readonly<Record<string, string | undefined>>

/** Throws a `ConfigError` for an exporter or protocol that is not offered. */
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
  // Without a logger the SDK reports no failures.
  if (!variables.OTEL_LOG_LEVEL) diag.setLogger(new DiagConsoleLogger(), DiagLogLevel.ERROR)
  // The OpenTelemetry specification's default; the library's is every address of the machine.
  if (!variables.OTEL_EXPORTER_PROMETHEUS_HOST) process.env.OTEL_EXPORTER_PROMETHEUS_HOST = 'localhost'
  const sdk = new NodeSDK({
    serviceName,
    // The default detectors would add the command line and details of the machine.
    resourceDetectors: [resources.envDetector, resources.hostDetector, resources.serviceInstanceIdDetector],
    instrumentations: [...(traces ? tracing() : []), ...(hasMetrics ? processMetrics() : [])],
    // No baggage: callers could write anything into it.
    textMapPropagator: new core.W3CTraceContextPropagator(),
    ...(traces ? { traceExporter: redactedSpans(traceExporter(variables)) } : { spanProcessors: [] }),
    views: unwanted.map((selected) => ({ ...selected, aggregation: { type: metrics.AggregationType.DROP } })),
    ...(!hasMetrics && { metricReaders: [] }),
    logRecordProcessors: [],
  })
  sdk.start()
  // When the collector is away, the last spans are lost and the stop is delayed by 3 s at most.
  return { close: () => closedInTime(sdk.shutdown()) }
}

/** These have many series per process, by connection, heap space or kind of handle. */
const unwanted = [
  { meterName: '@opentelemetry/instrumentation-pg' },
  { instrumentName: 'v8js.memory.heap.space.*' },
  { instrumentName: 'v8js.resource.active' },
]

/** Traces SQL statements, and adds trace ids to logs. We make spans of requests and captures, BullMQ of jobs. */
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

const traceProtocol = (variables: SetVariables): string =>
  variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? variables.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf'

function traceExporter(variables: SetVariables): SpanExporter {
  return traceProtocol(variables) === 'http/json' ? new JsonTraceExporter() : new OTLPTraceExporter()
}

/** The library would ignore unknown values, and the process would export nothing. */
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
