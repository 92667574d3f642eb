import { captureQueueName, type CapturePayload } from '@pas/captures/capture-job'
import type { CaptureQueue } from '@pas/captures/request-captures'
import { auditQueueName, type AuditJob, type AuditPayload } from '@pas/checks/audit-job'
import { emailClients } from '@pas/email-clients/catalogue'
import { closedInTime, type Closeable } from '@pas/runtime/lifecycle'
import { keepScriptsLoaded } from '@pas/runtime/keep-scripts-loaded'
import type { Logger } from '@pas/runtime/logger'
import { connectToQueues, servingRedis } from '@pas/runtime/open-redis'
import { createSparingWarnings } from '@pas/runtime/sparing-warnings'
import { Queue, QueueEvents } from 'bullmq'
import { BullMQOtel } from 'bullmq-otel'
import type { Redis } from 'ioredis'
import type { PolledCaptureQueues } from './assert-queue-keeps-up'

export interface OpenedCaptureQueues extends Closeable {
  captureQueues: PolledCaptureQueues
  auditQueue: CaptureQueue<AuditJob>
  captureEvents: QueueEvents[]
  redisConnection: Redis
  close(): Promise<void>
}

/**
 * Commands fail fast while Redis is away; events have a connection per queue. Rejects as `connectToQueues` does, with
 * nothing left open.
 */
export async function openCaptureQueues(
  { url, prefix }: { url: string; prefix: string },
  logger: Logger,
): Promise<OpenedCaptureQueues> {
  const redisConnection = await connectToQueues(url, logger)
  const engines = [...new Set(emailClients.map(({ engine }) => engine))]
  const options = {
    connection: redisConnection,
    prefix,
    telemetry: new BullMQOtel({ tracerName: 'pas' }),
  }
  const captureQueues = new Map(
    engines.map((engine) => [engine, new Queue<CapturePayload>(captureQueueName(engine), options)]),
  )
  const auditQueue = new Queue<AuditPayload>(auditQueueName, options)
  const queues = [...captureQueues.values(), auditQueue]
  for (const queue of queues) queue.on('error', () => undefined) // `redisConnection` logs its errors.
  const captureEvents: QueueEvents[] = []
  const warn = createSparingWarnings(logger)
  let scripts: Closeable | null = null
  const close = async (): Promise<void> => {
    scripts?.close()
    // A reconnecting connection rejects when it is closed, or waits for Redis.
    await closedInTime(Promise.allSettled([...captureEvents, ...queues].map((part) => part.close())))
    redisConnection.disconnect()
  }
  const listen = async (name: string): Promise<void> => {
    // By default, events count from the first read on, which may begin after `waitUntilReady` has resolved: those in
    // between would be lost.
    const [last] = await redisConnection.xrevrange(`${prefix}:${name}:events`, '+', '-', 'COUNT', 1)
    const events = new QueueEvents(name, {
      // Options, because BullMQ closes only connections that it made.
      connection: { url, ...servingRedis },
      prefix,
      lastEventId: last?.[0] ?? '0-0',
    })
    captureEvents.push(events)
    events.on('error', (error) => warn(error, 'capture events cannot be read from Redis'))
    await events.waitUntilReady()
  }
  try {
    await Promise.all([
      // A queue asks for Redis's version once, and cannot be used after that failed.
      ...queues.map((queue) => queue.waitUntilReady()),
      ...queues.map(({ name }) => listen(name)),
    ])
    scripts = await keepScriptsLoaded(redisConnection, logger)
  } catch (error) {
    await close()
    throw error
  }
  return { captureQueues, auditQueue, captureEvents, redisConnection, close }
}
