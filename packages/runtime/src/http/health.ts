import { setTimeout as delay } from 'node:timers/promises'
import { Router } from 'express'
import type { Closeable } from '../lifecycle'
import type { Logger } from '../logger'
import { version } from '../version'
import { withinTimeout } from '../within-timeout'

/**
 * A store or another thing that the process depends on; `check` rejects while it cannot be used. When the error has a
 * `readinessReason`, such as `full`, `/readyz` and the log give it.
 */
export interface ReadinessCheck {
  name: string
  check: () => Promise<unknown>
  /** The process can do useful work without it: it is named as away, but the process stays ready. */
  isOptional?: boolean
}

/** How long the result of the checks is reused, so that frequent requests to /readyz do not load the stores. */
const keptMs = 1_000
const checkTimeoutMs = 2_000

/** Whether requests should be sent to this process. */
export interface Readiness {
  /** Makes `/readyz` answer 503, whatever the checks say; the first step of a graceful stop. */
  withdraw(): void
  isWithdrawn(): boolean
}

export function createReadiness(): Readiness {
  let withdrawn = false
  return {
    withdraw: () => {
      withdrawn = true
    },
    isWithdrawn: () => withdrawn,
  }
}

/**
 * The first step of a graceful stop: withdraws readiness, then waits `drainDelayMs` while requests are still answered,
 * so that a load balancer notices and sends new requests elsewhere.
 */
export const withdrawFirst = (readiness: Readiness, drainDelayMs: number): Closeable => ({
  close: async () => {
    readiness.withdraw()
    await delay(drainDelayMs)
  },
})

/**
 * `/healthz`: 200 while the process answers, with its release. `/readyz`: 200 while it should get requests, otherwise 503; names what is
 * away, and logs when that changes. No credential is needed. Mount it before all other routes: once readiness is
 * withdrawn, every answer closes its connection. Only the exact paths match, as in proxies that block them and in the
 * exception from the HTTPS rule.
 */
export function healthRoutes(
  readiness: Readiness,
  checks: readonly ReadinessCheck[],
  logger: Logger,
): Router {
  const router = Router({ caseSensitive: true, strict: true })
  let saidAway = ''
  let checking: Promise<FailedCheck[]> | null = null

  /** Single flight: requests that come during a round of checks, and for 1 s after it, share its result. */
  const findFailed = (): Promise<FailedCheck[]> => {
    checking ??= runChecks(checks).then((failed) => {
      const away = failed.map(({ name, why }) => (why === null ? name : `${name}: ${why}`)).join(', ')
      if (away !== saidAway) {
        if (away) logger.warn({ away: failed }, `away: ${away}`)
        else logger.info('nothing is away any more')
      }
      saidAway = away
      setTimeout(() => (checking = null), keptMs).unref()
      return failed
    })
    return checking
  }

  router.use((_req, res, next) => {
    if (readiness.isWithdrawn()) res.setHeader('Connection', 'close')
    next()
  })
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok', version })
  })
  router.get('/readyz', async (_req, res) => {
    const failed = await findFailed()
    const away = failed.map(({ name }) => name)
    const reasons = Object.fromEntries(failed.flatMap(({ name, why }) => (why === null ? [] : [[name, why]])))
    const hasReasons = Object.keys(reasons).length > 0
    const ready = !readiness.isWithdrawn() && failed.every(({ isOptional }) => isOptional)
    res.setHeader('Cache-Control', 'no-store')
    res.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : 'not ready',
      away,
      ...(hasReasons && { reasons }),
      stopping: readiness.isWithdrawn(),
    })
  })
  return router
}

interface FailedCheck {
  name: string
  reason: string
  /** The error's `readinessReason`. */
  why: string | null
  isOptional: boolean
}

async function runChecks(checks: readonly ReadinessCheck[]): Promise<FailedCheck[]> {
  const results = await Promise.allSettled(
    checks.map(({ check }) => withinTimeout(check(), checkTimeoutMs, tooSlow)),
  )
  return checks.flatMap(({ name, isOptional = false }, index) => {
    const result = results[index]
    if (result?.status !== 'rejected') return []
    const { message, readinessReason = null } = result.reason as Error & { readinessReason?: string }
    return [{ name, reason: message, why: readinessReason, isOptional }]
  })
}

function tooSlow(): never {
  throw new Error('no answer within 2 s')
}
