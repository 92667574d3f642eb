import { SpanKind, type Attributes } from '@opentelemetry/api'
import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'

export type SpanExporter = Pick<OTLPTraceExporter, 'export' | 'shutdown' | 'forceFlush'>

type Span = Parameters<OTLPTraceExporter['export']>[0][number]

/**
 * Allowlist: what a later library adds is not exported until it is reviewed. Only an error's class is exported, because
 * its message may quote an email.
 */
const allowedAttributes = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'error.type',
  'exception.type',
  'db.system.name',
  'bullmq.queue.name',
  'bullmq.queue.operation',
  'bullmq.job.name',
  'bullmq.job.id',
  'bullmq.job.attempts.made',
  'bullmq.job.bulk.count',
])

const ownAttribute = /^pas\.[a-z_.]+$/

/** Removes secrets, content and addresses, and drops spans that belong to no request or job, such as polls. */
export function redactedSpans(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.filter(isWork).map(redact), done),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

const isWork = ({ parentSpanContext, kind }: Span): boolean =>
  parentSpanContext !== undefined || (kind !== SpanKind.INTERNAL && kind !== SpanKind.CLIENT)

const redact = (span: Span): Span => ({
  name: nameOf(span),
  kind: span.kind,
  spanContext: () => span.spanContext(),
  ...(span.parentSpanContext && { parentSpanContext: span.parentSpanContext }),
  startTime: span.startTime,
  endTime: span.endTime,
  duration: span.duration,
  ended: span.ended,
  status: { code: span.status.code },
  attributes: keepAllowed(span.attributes),
  links: span.links.map(({ context }) => ({ context })),
  events: span.events.map(({ name, time, attributes }) => ({
    name,
    time,
    attributes: keepAllowed(attributes ?? {}),
  })),
  resource: span.resource,
  instrumentationScope: span.instrumentationScope,
  droppedAttributesCount: span.droppedAttributesCount,
  droppedEventsCount: span.droppedEventsCount,
  droppedLinksCount: span.droppedLinksCount,
})

const keepAllowed = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(([key]) => allowedAttributes.has(key) || ownAttribute.test(key)),
  )

/** Such as `SELECT emails` for SQL: the library's own name has only the number of the prepared statement. */
function nameOf({ name, attributes }: Span): string {
  const sql = attributes['db.query.text']
  if (typeof sql !== 'string') return name
  const [verb = 'SQL'] = /^\w+/.exec(sql.trim()) ?? []
  const [, table] = /\b(?:FROM|INTO|UPDATE) (?:"public"\.)?"?([a-z_]+)"?/.exec(sql) ?? []
  return table ? `${verb} ${table}` : verb
}
