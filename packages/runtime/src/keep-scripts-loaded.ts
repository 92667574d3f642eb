import type { Closeable } from './lifecycle'
import type { Logger } from './logger'
import type { AskingRedis } from './open-redis'
import { scriptHash } from './serving-redis'
import { createSparingWarnings } from './sparing-warnings'

const checkIntervalMs = 5_000

export async function loadScripts(redis: AskingRedis): Promise<void> {
  const scripts = [...redis.scripts]
  const areLoaded = await redis.script('EXISTS', ...scripts.map(scriptHash))
  const missing = scripts.filter((_script, index) => (areLoaded as number[])[index] === 0)
  await Promise.all(missing.map((script) => redis.script('LOAD', script)))
}

/**
 * Redis forgets scripts at a restart, and workers have no right to load them (ADR 6). Loads those that `redis` defines
 * at once and whenever they are missing.
 */
export async function keepScriptsLoaded(
  redis: AskingRedis,
  logger: Pick<Logger, 'warn'>,
): Promise<Closeable> {
  const warn = createSparingWarnings(logger)
  const load = (): Promise<void> =>
    loadScripts(redis).catch((error: unknown) => {
      // The connection reports that Redis is away.
      if (redis.status === 'ready')
        warn(error, 'the scripts of the queues were not loaded into Redis; workers wait for them')
    })
  const loadAgain = (): void => void load()
  redis.on('ready', loadAgain)
  const timer = setInterval(loadAgain, checkIntervalMs).unref()
  await load()
  return {
    close: () => {
      clearInterval(timer)
      redis.off('ready', loadAgain)
    },
  }
}
