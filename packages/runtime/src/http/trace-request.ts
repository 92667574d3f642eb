import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Request, RequestHandler } from 'express'
import { endedStatus } from './hung-up'

const tracer = trace.getTracer('pas')

/** Probes get no trace and no metric. */
export const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * Null when no route matched. Logs and traces must not have the path: a preview's path is all that is needed to see it.
 */
export const routeOf = (req: Request): string | null =>
  (req.route as { path?: string } | undefined)?.path ?? null

/**
 * Starts a trace for every request and ignores `traceparent`: strangers could choose which traces we keep.
 * OpenTelemetry's HTTP instrumentation would record paths and queries.
 */
export const traceRequest: RequestHandler = (req, res, next) => {
  if (probePaths.has(req.path)) {
    next()
    return
  }
  const span = tracer.startSpan(
    req.method,
    { kind: SpanKind.SERVER, attributes: { 'http.request.method': req.method } },
    ROOT_CONTEXT,
  )
  const requestContext = trace.setSpan(ROOT_CONTEXT, span)
  if (span.isRecording()) {
    // Listeners on these two then run in the request's trace.
    context.bind(requestContext, req)
    context.bind(requestContext, res)
    res.once('close', () => {
      const route = routeOf(req)
      if (route !== null) span.updateName(`${req.method} ${route}`).setAttribute('http.route', route)
      const status = endedStatus(res)
      span.setAttribute('http.response.status_code', status)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
  }
  context.with(requestContext, next)
}
