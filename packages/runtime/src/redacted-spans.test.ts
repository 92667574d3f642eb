import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { tracing } from '@opentelemetry/sdk-node'
import { redactedSpans } from './redacted-spans'

const exported = new tracing.InMemorySpanExporter()
const tracer = new tracing.BasicTracerProvider({
  spanProcessors: [
    new tracing.SimpleSpanProcessor(
      redactedSpans({
        export: (spans, done) => exported.export(spans, done),
        shutdown: () => exported.shutdown(),
        forceFlush: () => exported.forceFlush(),
      }),
    ),
  ],
}).getTracer('test')

describe('a span that leaves the process', () => {
  afterEach(() => exported.reset())

  it('has only listed attributes and our own, and only the class of an error', () => {
    const link = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 }
    const span = tracer.startSpan('GET /emails/:emailGuid', {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': 'GET',
        'pas.engine': 'text',
        'url.path': '/emails/secret',
        'url.query': 'secret',
        'db.query.parameter.0': 'secret',
        'aws.s3.key': 'captures/secret',
      },
      links: [{ context: link, attributes: { a: 'secret' } }],
    })
    span.recordException(new TypeError('the secret'))
    span.addEvent('job completed', { 'bullmq.job.result': 'secret' })
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'the secret' })
    span.end()
    const [sent] = exported.getFinishedSpans()
    expect(sent).toMatchObject({
      name: 'GET /emails/:emailGuid',
      attributes: { 'http.request.method': 'GET', 'pas.engine': 'text' },
      events: [{ name: 'exception', attributes: { 'exception.type': 'TypeError' } }, { attributes: {} }],
      status: { code: SpanStatusCode.ERROR },
    })
    const { name, attributes, events, links, status } = sent ?? {}
    expect(JSON.stringify({ name, attributes, events, links, status })).not.toContain('secret')
  })

  it.each([
    ['SELECT "public"."emails"."id" FROM "public"."emails" WHERE "id" = $1', 'SELECT emails'],
    ['\n    UPDATE previews SET status = $1', 'UPDATE previews'],
    ['INSERT INTO "public"."audit_events" ("at") VALUES ($1)', 'INSERT audit_events'],
    ['SELECT 1', 'SELECT'],
  ])('is named for the statement %j: %s', (sql, name) => {
    const request = trace.setSpan(ROOT_CONTEXT, tracer.startSpan('GET', { kind: SpanKind.SERVER }))
    const attributes = { 'db.query.text': sql }
    tracer.startSpan('pg.query:pas_7 pas', { kind: SpanKind.CLIENT, attributes }, request).end()
    expect(exported.getFinishedSpans()).toMatchObject([{ name, attributes: {} }])
  })

  it('belongs to a request or a job: what a worker does between jobs is not exported', () => {
    tracer.startSpan('getNextJob capture-text').end()
    tracer.startSpan('pg.query:pas_1', { kind: SpanKind.CLIENT }).end()
    expect(exported.getFinishedSpans()).toEqual([])
  })
})
