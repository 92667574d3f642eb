import { getNodeAutoInstrumentations } from '@opentelemetry/auto-instrumentations-node'
import { NodeSDK } from '@opentelemetry/sdk-node'

/*
 * Imported first by every main.ts, before anything it instruments. Exporters come from the OTEL_* variables of the OpenTelemetry
 * specification; with none of them set nothing is started and nothing is paid.
 */
const exporterVariables = [
  'OTEL_TRACES_EXPORTER',
  'OTEL_METRICS_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
]

function start(): NodeSDK | null {
  if (!exporterVariables.some((name) => process.env[name])) return null
  const sdk = new NodeSDK({
    instrumentations: [
      getNodeAutoInstrumentations({
        '@opentelemetry/instrumentation-fs': { enabled: false },
        '@opentelemetry/instrumentation-net': { enabled: false },
        '@opentelemetry/instrumentation-dns': { enabled: false },
        // Express 5 routes through the `router` package; its spans would double Express's own.
        '@opentelemetry/instrumentation-router': { enabled: false },
      }),
    ],
  })
  sdk.start()
  return sdk
}

const sdk = start()

/** Closed last: sends what is still in the exporters' buffers. */
export const telemetry = {
  async close(): Promise<void> {
    await sdk?.shutdown()
  },
}
