import { metrics } from '@opentelemetry/api'
import type { Logger } from '../logger'
import { probePaths } from './trace-request'

const meter = metrics.getMeter('pas.http')
const requestDuration = meter.createHistogram('pas.http.request.duration_seconds', {
  unit: 's',
  description: 'Answers, by the route and not by the address; waiting for a capture included',
  advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 60] },
})
const refusedRequests = meter.createCounter('pas.requests.refused', {
  description: 'Requests refused, by error code',
})

/** Methods are what a caller sends; only these become a label. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A request is over; `answered` says whether its answer was sent whole. */
export function requestEnded(
  logger: Logger,
  request: { requestId: string; method: string; route: string | null; status: number; answered: boolean },
  ms: number,
): void {
  const { method, route, status } = request
  if (!probePaths.has(route ?? '')) {
    requestDuration.record(ms / 1000, {
      method: knownMethods.has(method) ? method : '_OTHER',
      route: route ?? 'none',
      status,
    })
  }
  logger.info({ ...request, ms: Math.round(ms) }, 'request')
}

/** A request was refused; `code` is of a closed list. */
export function requestRefused(code: string): void {
  refusedRequests.add(1, { code })
}
