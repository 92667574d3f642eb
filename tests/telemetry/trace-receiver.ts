import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A span as it arrived, with the name of the service that sent it. */
export interface ReceivedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  startedAt: bigint
  durationMs: number
  attributes: Record<string, unknown>
}

/** Stands for the collector: accepts OTLP over HTTP in JSON and keeps all of it. */
export interface TraceReceiver {
  url: string
  spans: readonly ReceivedSpan[]
  /** All request bodies, as they came. */
  text(): string
  close(): Promise<void>
}

interface Otlp {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] }
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        startTimeUnixNano: string
        endTimeUnixNano: string
        attributes: OtlpAttribute[]
      }[]
    }[]
  }[]
}

interface OtlpAttribute {
  key: string
  value: Record<string, unknown>
}

/** Starts a receiver on a free port of loopback. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const server = http.createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      bodies.push(body)
      spans.push(...spansOf(JSON.parse(body) as Otlp))
      res.setHeader('Content-Type', 'application/json').end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => bodies.join('\n'),
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

const spansOf = ({ resourceSpans }: Otlp): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? null,
        name: span.name,
        startedAt: BigInt(span.startTimeUnixNano),
        durationMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
        attributes: valuesOf(span.attributes),
      })),
  )

const valuesOf = (attributes: OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
