import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Request, RequestHandler } from 'express'
import { endedStatus } from './hung-up'

const tracer = trace.getTracer('pas')

/** The probes that an orchestrator sends every few seconds. They get no trace and no metric. */
export const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * The pattern of the route that matched a request; null when none matched. For logs and traces, which must not have the
 * path itself: a preview's path is all that is needed to see it.
 */
export const routeOf = (req: Request): string | null =>
  (req.route as { path?: string } | undefined)?.path ?? null

/**
 * Starts a new trace for every request. A caller's `traceparent` is ignored, because strangers could choose which
 * traces we keep. This replaces OpenTelemetry's HTTP instrumentation, which records paths and queries, accepts
 * `traceparent`, and also traces the engines' requests to their asset origin.
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
    // Listeners on these two, such as those that read the body or log the answer, then run in the request's trace.
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
