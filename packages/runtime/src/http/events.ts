import { metrics } from '@opentelemetry/api'
import type { Logger } from '../logger'
import { probePaths } from './trace-request'

const meter = metrics.getMeter('pas.http')
const requestDuration = meter.createHistogram('pas.http.request.duration_seconds', {
  unit: 's',
  description:
    'Time from a request to the end of its answer, or to the first event of an event stream, by route; includes waiting for a capture',
  advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 60] },
})
const refusedRequests = meter.createCounter('pas.requests.refused', {
  description: 'Requests refused, by error code',
})

/** Any text may be sent as a method, so others become the label `_OTHER`. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** `measuredMs`: for an event stream the time until its first event. Probes are logged but not measured. */
export function requestEnded(
  logger: Logger,
  request: { requestId: string; method: string; route: string | null; status: number; answered: boolean },
  { ms, measuredMs }: { ms: number; measuredMs: number },
): void {
  const { method, route, status } = request
  if (!probePaths.has(route ?? '')) {
    requestDuration.record(measuredMs / 1000, {
      method: knownMethods.has(method) ? method : '_OTHER',
      route: route ?? 'none',
      status,
    })
  }
  logger.info({ ...request, ms: Math.round(ms) }, 'request')
}

/** `code` is a metric label, so it has to be from a closed list. */
export function requestRefused(code: string): void {
  refusedRequests.add(1, { code })
}
