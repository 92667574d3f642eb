import { setTimeout as delay } from 'node:timers/promises'
import { Router } from 'express'
import type { Closeable } from '../lifecycle'
import type { Logger } from '../logger'
import { withinTimeout } from '../within-timeout'

/** A thing this process works with; `check` rejects while it cannot be used. */
export interface ReadinessCheck {
  name: string
  check: () => Promise<unknown>
  /** Without it there is still work to be sent: it is said to be away, and the process is ready all the same. */
  isOptional?: boolean
}

/** How long what was found holds: strangers may ask as often as they like. */
const keptMs = 1_000
const checkTimeoutMs = 2_000

/** Whether this process should be sent work. */
export interface Readiness {
  /** From now on `/readyz` answers 503, whatever the checks say; the first step of a graceful stop. */
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
 * The first step of a graceful stop: takes readiness back, and goes on answering for `drainDelayMs`, which is what a load balancer needs to
 * see it and send its requests elsewhere.
 */
export const withdrawFirst = (readiness: Readiness, drainDelayMs: number): Closeable => ({
  close: async () => {
    readiness.withdraw()
    await delay(drainDelayMs)
  },
})

/**
 * `/healthz`: the process answers. `/readyz`: it should be sent work; it names what is away, which the log says whenever it changes, and is 503 without what
 * it cannot do without. Both without a credential. To be used before all other routes: once readiness is withdrawn, every answer asks its caller to connect anew,
 * elsewhere. At these paths to the letter: what keeps them from strangers, and lets them be asked in plain HTTP, goes by the letter, too.
 */
export function healthRoutes(
  readiness: Readiness,
  checks: readonly ReadinessCheck[],
  logger: Logger,
): Router {
  const router = Router({ caseSensitive: true, strict: true })
  let saidAway = ''
  let checking: Promise<FailedCheck[]> | null = null

  /** One round at a time. */
  const findFailed = (): Promise<FailedCheck[]> => {
    checking ??= runChecks(checks).then((failed) => {
      const away = failed.map(({ name }) => name).join(', ')
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
    res.json({ status: 'ok' })
  })
  router.get('/readyz', async (_req, res) => {
    const failed = await findFailed()
    const away = failed.map(({ name }) => name)
    const ready = !readiness.isWithdrawn() && failed.every(({ isOptional }) => isOptional)
    res.setHeader('Cache-Control', 'no-store')
    res
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ready' : 'not ready', away, stopping: readiness.isWithdrawn() })
  })
  return router
}

interface FailedCheck {
  name: string
  reason: string
  isOptional: boolean
}

async function runChecks(checks: readonly ReadinessCheck[]): Promise<FailedCheck[]> {
  const results = await Promise.allSettled(
    checks.map(({ check }) => withinTimeout(check(), checkTimeoutMs, tooSlow)),
  )
  return checks.flatMap(({ name, isOptional = false }, index) => {
    const result = results[index]
    return result?.status === 'rejected'
      ? [{ name, reason: (result.reason as Error).message, isOptional }]
      : []
  })
}

function tooSlow(): never {
  throw new Error('too slow')
}
