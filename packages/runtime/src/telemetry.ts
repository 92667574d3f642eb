import { createRequire } from 'node:module'
import path from 'node:path'
import { exitUnstarted } from './run-main'
import type { SetVariables, startTelemetry } from './start-telemetry'
import type { Closeable } from './lifecycle'

/*
 * Every main.ts imports this file first, before the libraries that it instruments. The OTEL_* variables of the
 * OpenTelemetry specification say what is exported, and where. Without them the SDK is not loaded, which would take
 * 0.2 s and 27 MB.
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

/** For `services/api/dist/main.js` this is `api`, as in its log lines. */
function serviceOfThisProcess(): string {
  return path.basename(path.resolve(process.argv[1] ?? '', '../..'))
}

/** The OpenTelemetry specification treats an empty variable as not set. */
const setVariables: SetVariables = Object.fromEntries(
  Object.entries(process.env).filter(([, value]) => value !== ''),
)

const started = start(setVariables)

/** Close it last: closing exports what is buffered. */
export const telemetry: Closeable = { close: () => started?.close() }
