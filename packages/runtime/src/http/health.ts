import { setTimeout as delay } from 'node:timers/promises'
import { Router } from 'express'
import type { Closeable } from '../lifecycle'
import type { Logger } from '../logger'
import { version } from '../version'
import { withinTimeout } from '../within-timeout'

/**
 * `check` rejects while the store cannot be used; the error's `readinessReason`, such as `full`, is in `/readyz` and
 * the log.
 */
export interface ReadinessCheck {
  name: string
  check: () => Promise<unknown>
  isOptional?: boolean
}

/** How long a result is reused, so that requests to /readyz do not load the stores. */
const keptMs = 1_000
const checkTimeoutMs = 2_000

export interface Readiness {
  /** `/readyz` then answers 503: the first step of a graceful stop. */
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

export const withdrawFirst = (readiness: Readiness, drainDelayMs: number): Closeable => ({
  close: async () => {
    readiness.withdraw()
    await delay(drainDelayMs)
  },
})

/**
 * `/readyz` is 503 while the process should get no requests, and names what is away. Mount it first: once readiness is
 * withdrawn, every answer closes its connection.
 */
export function healthRoutes(
  readiness: Readiness,
  checks: readonly ReadinessCheck[],
  logger: Logger,
): Router {
  const router = Router({ caseSensitive: true, strict: true })
  let loggedAway = ''
  let checking: Promise<FailedCheck[]> | null = null

  const findFailed = (): Promise<FailedCheck[]> => {
    checking ??= runChecks(checks).then((failed) => {
      const away = failed.map(({ name, why }) => (why === null ? name : `${name}: ${why}`)).join(', ')
      if (away !== loggedAway) {
        if (away) logger.warn({ away: failed }, `away: ${away}`)
        else logger.info('nothing is away any more')
      }
      loggedAway = away
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
  /** `readinessReason`. */
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
