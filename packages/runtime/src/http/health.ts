import { setTimeout as delay } from 'node:timers/promises'
import { Router } from 'express'
import type { Closeable } from '../lifecycle'
import type { Logger } from '../logger'

/** A thing readiness depends on; `check` rejects while it cannot be used. */
export interface ReadinessCheck {
  name: string
  check: () => Promise<unknown>
}

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
 * `/healthz`: the process answers. `/readyz`: it should be sent work; 503 names what is away, and the log says so whenever that changes. Both
 * without a credential. To be used before all other routes: once readiness is withdrawn, every answer asks its caller to connect anew,
 * elsewhere.
 */
export function healthRoutes(
  readiness: Readiness,
  checks: readonly ReadinessCheck[],
  logger: Logger,
): Router {
  const router = Router()
  let saidAway = ''
  router.use((_req, res, next) => {
    if (readiness.isWithdrawn()) res.setHeader('Connection', 'close')
    next()
  })
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/readyz', async (_req, res) => {
    const results = await Promise.allSettled(checks.map(({ check }) => withinMs(check(), 2_000)))
    const failed = checks.flatMap(({ name }, index) => {
      const result = results[index]
      return result?.status === 'rejected' ? [{ name, reason: (result.reason as Error).message }] : []
    })
    const away = failed.map(({ name }) => name)
    if (away.join() !== saidAway) {
      saidAway = away.join()
      if (failed.length > 0) logger.warn({ away: failed }, `not ready: ${away.join(', ')} away`)
      else logger.info('ready again: nothing is away')
    }
    const ready = !readiness.isWithdrawn() && away.length === 0
    res.setHeader('Cache-Control', 'no-store')
    res
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ready' : 'not ready', away, stopping: readiness.isWithdrawn() })
  })
  return router
}

async function withinMs(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('too slow'))
    }, timeoutMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
