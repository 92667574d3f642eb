import { captureQueueName, type CapturePayload } from '@pas/capture-queue/capture-queue'
import { emailClients } from '@pas/email-clients/catalogue/catalogue'
import { closedInTime, type Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import { askingRedis, connectToQueues, servingRedis } from '@pas/runtime/redis-options'
import { Queue, QueueEvents } from 'bullmq'
import { BullMQOtel } from 'bullmq-otel'
import { Redis } from 'ioredis'
import type { CaptureQueues } from './request-capture'

/** The API's side of every engine's queue. */
export interface OpenedCaptureQueues extends Closeable {
  captureQueues: CaptureQueues
  bells: QueueEvents[]
  redisConnection: Redis
  close(): Promise<void>
}

/**
 * Connects to Redis: one connection to ask through, which fails fast while Redis is away, and one a queue to hear its bell. Rejects
 * with a `ConfigError` as `connectToQueues` does.
 */
export async function openCaptureQueues(
  { url, prefix }: { url: string; prefix: string },
  logger: Logger,
): Promise<OpenedCaptureQueues> {
  const redisConnection = new Redis(url, { ...askingRedis, lazyConnect: true })
  redisConnection.on('error', (error) => {
    logger.warn({ err: error }, 'redis connection')
  })
  await connectToQueues(redisConnection)

  const engines = [...new Set(emailClients.map(({ engine }) => engine))]
  const telemetry = new BullMQOtel({ tracerName: 'pas' })
  const captureQueues = new Map(
    engines.map((engine) => [
      engine,
      new Queue<CapturePayload>(captureQueueName(engine), { connection: redisConnection, prefix, telemetry }),
    ]),
  )
  const bells = await Promise.all(
    engines.map(async (engine) => {
      const name = captureQueueName(engine)
      // QueueEvents is ready before its first read; starting from the last id known now loses nothing in between.
      const [last] = await redisConnection.xrevrange(`${prefix}:${name}:events`, '+', '-', 'COUNT', 1)
      const bell = new QueueEvents(name, {
        // BullMQ closes connections that it made itself, and no others.
        connection: { url, ...servingRedis },
        prefix,
        lastEventId: last?.[0] ?? '0-0',
      })
      bell.on('error', (error) => {
        logger.warn({ err: error }, 'queue events')
      })
      await bell.waitUntilReady()
      return bell
    }),
  )
  return {
    captureQueues,
    bells,
    redisConnection,
    close: async () => {
      // One that is on its way back to Redis rejects when it is closed, or waits for it: it is closed all the same.
      await closedInTime(
        Promise.allSettled([...bells, ...captureQueues.values()].map((part) => part.close())),
      )
      redisConnection.disconnect()
    },
  }
}
