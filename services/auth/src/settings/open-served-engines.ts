import { findHeartbeats } from '@pas/captures/worker-heartbeat'
import { emailClients } from '@pas/email-clients/catalogue'
import type { Clock } from '@pas/runtime/clock'
import type { Logger } from '@pas/runtime/logger'
import { openRedis } from '@pas/runtime/open-redis'

/** Which engines have a worker. */
export interface ServedEngines {
  /** Null when it is not known: the Redis of the queues is away, or auth has only that of the limits, or no worker runs. */
  find(): Promise<ReadonlySet<string> | null>
  close(): void
}

const engines = [...new Set(emailClients.map(({ engine }) => engine))]

/** `url`: null where auth does not reach the Redis of the queues. */
export function openServedEngines(
  { url, prefix }: { url: string | null; prefix: string },
  clock: Clock,
  logger: Logger,
): ServedEngines {
  if (url === null) return { find: () => Promise.resolve(null), close: () => undefined }
  const redis = openRedis(url, logger)
  return {
    find: async () => {
      try {
        const heartbeats = await findHeartbeats(redis, { prefix, engines, now: clock.now() })
        return heartbeats.length === 0 ? null : new Set(heartbeats.map(({ engine }) => engine))
      } catch {
        return null
      }
    },
    close: () => redis.disconnect(),
  }
}
