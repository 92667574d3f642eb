import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Request, RequestHandler } from 'express'
import { endedStatus } from './hung-up'

const tracer = trace.getTracer('pas')

/** What an orchestrator asks of each process every few seconds: no trace is made of it, and no metric. */
export const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * The pattern of a request's path, as its route was declared; null when none matched. Never the path itself: a preview's
 * address is all one needs to see it.
 */
export const routeOf = (req: Request): string | null =>
  (req.route as { path?: string } | undefined)?.path ?? null

/**
 * Every request begins a trace of its own; a `traceparent` is not believed, since callers are strangers and would choose what we keep. The
 * library's instrumentation of HTTP notes paths and queries, takes `traceparent`, and traces the engines' requests to their asset origin.
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
    // What listens to them, to read a body or to log the answer, is part of the request.
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
