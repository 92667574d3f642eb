import { setTimeout as sleep } from 'node:timers/promises'
import { jsonOf } from './answer'
import { anyOf, createAsk, type Ask, type Asked, type ServiceOptions } from './service-request'

export interface Waiting {
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

export interface Calls {
  ask: Ask
  get: <Body>(path: string, waiting?: { waitS?: number; signal?: AbortSignal | undefined }) => Promise<Body>
  send: <Body>(
    path: string,
    body: unknown,
    more?: Pick<Asked, 'headers' | 'signal' | 'pauseSignal'>,
  ) => Promise<Body>
  /** Asks with `Prefer: wait` until the answer is complete, or the time is over: then the last answer as it is. */
  untilComplete: <Body extends { complete: boolean }>(
    path: string,
    waiting: Waiting,
    maxWaitS: number,
  ) => Promise<Body>
  stopsBy: (signal: AbortSignal | undefined) => AbortSignal
}

export function createCalls(options: ServiceOptions): Calls {
  const ask = createAsk(options)
  const get: Calls['get'] = async (path, waiting = {}) => jsonOf(await ask({ path, ...waiting }))
  const stopsBy: Calls['stopsBy'] = (signal) => anyOf(signal, options.signal)
  return {
    ask,
    get,
    send: async (path, body, more) => jsonOf(await ask({ method: 'POST', path, body, ...more })),
    stopsBy,
    async untilComplete<Body extends { complete: boolean }>(
      path: string,
      { timeoutMs = 600_000, signal }: Waiting,
      maxWaitS: number,
    ) {
      const endsAtMs = performance.now() + timeoutMs
      for (;;) {
        const askedAtMs = performance.now()
        const leftS = Math.ceil((endsAtMs - askedAtMs) / 1000)
        const answer = await get<Body>(path, { waitS: Math.max(1, Math.min(maxWaitS, leftS)), signal })
        const nowMs = performance.now()
        if (answer.complete || nowMs >= endsAtMs) return answer
        // A service that does not wait would be asked without a pause.
        if (nowMs - askedAtMs < 1000) await sleep(1000, undefined, { signal: stopsBy(signal) })
      }
    },
  }
}
