import { createRequire } from 'node:module'
import path from 'node:path'
import { exitUnstarted } from './config'
import type { SetVariables, startTelemetry } from './start-telemetry'
import type { Closeable } from './lifecycle'

/*
 * Imported first by every main.ts, before anything it instruments. What is sent, and where, comes from the OTEL_* variables of the
 * OpenTelemetry specification; with none of them set nothing is even loaded, which would take 0.2 s and 27 MB.
 */
function start(variables: SetVariables): Closeable | null {
  const {
    OTEL_SERVICE_NAME: serviceName,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_EXPORTER: traceExporter,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traceEndpoint,
    OTEL_METRICS_EXPORTER: metricExporter,
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: metricEndpoint,
  } = variables
  const traces = isOn(traceExporter ?? endpoint ?? traceEndpoint)
  const metrics = isOn(metricExporter ?? endpoint ?? metricEndpoint)
  if (!traces && !metrics) return null
  const load = createRequire(__filename)
  const started = load('./start-telemetry') as { startTelemetry: typeof startTelemetry }
  try {
    return started.startTelemetry({
      serviceName: serviceName ?? serviceOfThisProcess(),
      traces,
      metrics,
      variables,
    })
  } catch (error) {
    return exitUnstarted(error)
  }
}

const isOn = (exporter: string | undefined): boolean => exporter !== undefined && exporter !== 'none'

/** `api` of `services/api/dist/main.js`, which is what its log lines say too. */
function serviceOfThisProcess(): string {
  return path.basename(path.resolve(process.argv[1] ?? '', '../..'))
}

/** The specification has an empty variable count as one that is not set. */
const setVariables: SetVariables = Object.fromEntries(
  Object.entries(process.env).filter(([, value]) => value !== ''),
)

const started = start(setVariables)

/** Closed last: sends what is still in the exporters' buffers. */
export const telemetry: Closeable = { close: () => started?.close() }
