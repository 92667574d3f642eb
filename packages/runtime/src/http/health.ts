import { Router } from 'express'

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

/** `/healthz`: the process answers. `/readyz`: it should be sent work; 503 names what is away. Both without a credential. */
export function healthRoutes(readiness: Readiness, checks: readonly ReadinessCheck[]): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/readyz', async (_req, res) => {
    const results = await Promise.allSettled(checks.map(({ check }) => withinMs(check(), 2_000)))
    const away = checks
      .filter((_check, index) => results[index]?.status === 'rejected')
      .map(({ name }) => name)
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
