import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '@pas/settings/parse-config'
import { reasonOf } from './reason-of'
import { withinTimeout } from './within-timeout'

interface NeededStore {
  name: string
  variable: string
  /** A refusal makes waiting useless: a wrong password, no such database. */
  isRefusal: (error: unknown) => boolean
}

export interface StartLimits {
  timeoutMs: number
  logger: { warn(text: string): void; info(text: string): void }
}

const warnAfterMs = 1_000
const firstPauseMs = 100
const mostPauseMs = 2_000

/**
 * Retries `use`, which has to be idempotent. Throws a `ConfigError` that names its variable after `timeoutMs`, or at
 * once when the store refuses us.
 */
export async function untilStoreComes<Result>(
  store: NeededStore,
  { timeoutMs, logger }: StartLimits,
  use: () => Promise<Result>,
): Promise<Result> {
  const { name, variable } = store
  let reason = 'no answer'
  let hasWarned = false
  const givenUp = new AbortController()
  const warning = setTimeout(() => {
    hasWarned = true
    logger.warn(`waiting for ${name} (${variable}): ${reason}`)
  }, warnAfterMs)
  const retry = async (): Promise<Result> => {
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
    const result = await withinTimeout(retry(), timeoutMs, () => {
      throw new ConfigError([
        `${variable}: ${name} did not come within ${timeoutMs / 1_000} s (${reason}); start it, or correct the URL`,
      ])
    })
    if (hasWarned) logger.info(`${name} is there`)
    return result
  } finally {
    clearTimeout(warning)
    givenUp.abort()
  }
}
