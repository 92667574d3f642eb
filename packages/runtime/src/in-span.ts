import { SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api'

const tracer = trace.getTracer('pas')

/**
 * Does `work` as one step of the trace under way; free while there is none. `name` is one of few and says what is done, never to what. Attributes
 * begin with `pas.` and hold ids, names and numbers: what leaves the process is `redacted-spans`'s to say.
 */
export function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', errorType(error))
      throw error
    } finally {
      span.end()
    }
  })
}

/** Of a closed list where the error has one. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { kind, code } = error as { kind?: unknown; code?: unknown }
  const known = kind ?? code
  return typeof known === 'string' ? known : error.name
}
