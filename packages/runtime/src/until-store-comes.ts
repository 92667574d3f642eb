import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from './config'
import { reasonOf } from './reason-of'
import { withinTimeout } from './within-timeout'

/** A store that a process cannot begin without. */
interface NeededStore {
  /** As an operator calls it, e.g. `Redis`. */
  name: string
  /** The variable that says where it is, e.g. `REDIS_URL`. */
  variable: string
  /** Whether an error means that the store is there and refuses us, so that waiting is no use: a wrong password, a database that is not there. */
  isRefusal: (error: unknown) => boolean
}

/** How long a start waits for each store, and where it says so. */
export interface StartLimits {
  timeoutMs: number
  logger: { warn(text: string): void; info(text: string): void }
}

/** A store that takes longer is said to be waited for. */
const silentMs = 1_000
const firstPauseMs = 100
const mostPauseMs = 2_000

/**
 * What `use`, which must be safe to repeat, resolves to, however often it has to be tried: while a process starts, a store that is late is no
 * failure, as both may have been started at once on a busy machine. Throws a `ConfigError` that names the store and its variable
 * after `timeoutMs`, or at once when the store refuses us; one that `use` throws itself is thrown at once, too.
 */
export async function untilStoreComes<Result>(
  store: NeededStore,
  { timeoutMs, logger }: StartLimits,
  use: () => Promise<Result>,
): Promise<Result> {
  const { name, variable } = store
  let reason = 'no answer'
  let hasBeenSaid = false
  const givenUp = new AbortController()
  const saying = setTimeout(() => {
    hasBeenSaid = true
    logger.warn(`waiting for ${name} (${variable}): ${reason}`)
  }, silentMs)
  const trying = async (): Promise<Result> => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, mostPauseMs)) {
      try {
        return await use()
      } catch (error) {
        if (error instanceof ConfigError) throw error
        reason = reasonOf(error)
        if (store.isRefusal(error))
          throw new ConfigError([`${variable}: ${name} refuses us (${reason}); correct it`])
      }
      await delay(pauseMs, undefined, { signal: givenUp.signal })
    }
  }
  try {
    const result = await withinTimeout(trying(), timeoutMs, () => {
      throw new ConfigError([
        `${variable}: ${name} did not come within ${timeoutMs / 1_000} s (${reason}); start it, or correct the URL`,
      ])
    })
    if (hasBeenSaid) logger.info(`${name} is there`)
    return result
  } finally {
    clearTimeout(saying)
    givenUp.abort()
  }
}
