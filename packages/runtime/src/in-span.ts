import { SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api'

const tracer = trace.getTracer('pas')

/**
 * `name` is from a small list and says what is done, never to which object. Attributes begin with `pas.`, and hold ids,
 * names and numbers only.
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

/** Takes `kind` or `code`, which are from closed lists, or the class; never the message. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { kind, code } = error as { kind?: unknown; code?: unknown }
  const known = kind ?? code
  return typeof known === 'string' ? known : error.name
}
