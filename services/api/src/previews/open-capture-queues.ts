import { captureQueueName, type CapturePayload } from '@pas/captures/capture-job'
import { emailClients } from '@pas/email-clients/catalogue'
import { closedInTime, type Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import { connectToQueues, servingRedis } from '@pas/runtime/open-redis'
import { Queue, QueueEvents } from 'bullmq'
import { BullMQOtel } from 'bullmq-otel'
import type { Redis } from 'ioredis'
import type { PolledCaptureQueues } from './assert-queue-keeps-up'

/** The API's side of every engine's queue. */
export interface OpenedCaptureQueues extends Closeable {
  captureQueues: PolledCaptureQueues
  captureEvents: QueueEvents[]
  redisConnection: Redis
  close(): Promise<void>
}

/**
 * Connects to Redis: one connection to ask through, which fails fast while Redis is away, and one a queue to hear its events. Rejects
 * as `connectToQueues` does, and when Redis goes away meanwhile, with nothing left open: it may be called again.
 */
export async function openCaptureQueues(
  { url, prefix }: { url: string; prefix: string },
  logger: Logger,
): Promise<OpenedCaptureQueues> {
  const redisConnection = await connectToQueues(url, logger)
  const engines = [...new Set(emailClients.map(({ engine }) => engine))]
  const telemetry = new BullMQOtel({ tracerName: 'pas' })
  const captureQueues = new Map(
    engines.map((engine) => [
      engine,
      new Queue<CapturePayload>(captureQueueName(engine), { connection: redisConnection, prefix, telemetry }),
    ]),
  )
  const queues = [...captureQueues.values()]
  for (const queue of queues) queue.on('error', () => undefined) // Its connection logs them.
  const captureEvents: QueueEvents[] = []
  const close = async (): Promise<void> => {
    // One that is on its way back to Redis rejects when it is closed, or waits for it: it is closed all the same.
    await closedInTime(Promise.allSettled([...captureEvents, ...queues].map((part) => part.close())))
    redisConnection.disconnect()
  }
  const listen = async (name: string): Promise<void> => {
    // QueueEvents is ready before its first read; starting from the last id known now loses nothing in between.
    const [last] = await redisConnection.xrevrange(`${prefix}:${name}:events`, '+', '-', 'COUNT', 1)
    const events = new QueueEvents(name, {
      // BullMQ closes connections that it made itself, and no others.
      connection: { url, ...servingRedis },
      prefix,
      lastEventId: last?.[0] ?? '0-0',
    })
    captureEvents.push(events)
    events.on('error', (error) => {
      logger.warn({ err: error }, 'queue events')
    })
    await events.waitUntilReady()
  }
  try {
    await Promise.all([
      // A queue asks Redis for its version once: one that has had no answer is of no use any more.
      ...queues.map((queue) => queue.waitUntilReady()),
      ...queues.map(({ name }) => listen(name)),
    ])
  } catch (error) {
    await close()
    throw error
  }
  return { captureQueues, captureEvents, redisConnection, close }
}
