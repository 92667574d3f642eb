import { captureQueueName } from '@pas/captures/capture-job'
import type { CaptureQueues } from '@pas/captures/request-captures'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'

/** Opens the capture queues of these engines, by engine, for `work`, and closes them afterwards. */
export async function withCaptureQueues<T>(
  { redisConnection, prefix }: { redisConnection: Redis; prefix: string },
  engines: readonly string[],
  work: (captureQueues: CaptureQueues) => Promise<T>,
): Promise<T> {
  const queues = new Map(engines.map((engine) => [engine, openQueue(engine)]))
  try {
    return await work(queues)
  } finally {
    await Promise.all([...queues.values()].map((queue) => queue.close()))
  }

  function openQueue(engine: string): Queue {
    const queue = new Queue(captureQueueName(engine), { connection: redisConnection, prefix })
    // The command that fails reports the error; this duplicate event is ignored.
    return queue.on('error', () => undefined)
  }
}
