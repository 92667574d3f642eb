import { captureQueueName, maxCaptureAttempts, type CapturePayload } from '@pas/capture-queue/capture-queue'
import type { Prisma } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { requestCaptures, type RequestedPreview } from '../previews/request-capture'

/**
 * Gives failed previews whose email still takes captures a new round of attempts, behind what their accounts have waiting for their engines; resolves to how
 * many. Within a transaction: the jobs are put before it is committed, and one that is rolled back leaves jobs that find nothing to do.
 * Rejects with the queue's 503 when Redis is away.
 */
export async function retryFailedCaptures({
  db,
  clock,
  redisConnection,
  prefix,
}: {
  db: Prisma.TransactionClient
  clock: Clock
  redisConnection: Redis
  prefix: string
}): Promise<number> {
  // The attempt number goes on to the next round's, which no job and no late worker has yet.
  const previews = await db.$queryRaw<RequestedPreview[]>`
    WITH retried AS (
      UPDATE previews p
         SET status = 'pending', attempt = (attempt / ${maxCaptureAttempts} + 1) * ${maxCaptureAttempts},
             failure = NULL, failed_at = NULL, deadline_at = NULL
        FROM emails e
       WHERE p.status = 'failed' AND e.id = p.email_id AND e.expires_at > ${clock.now()} AND e.content_erased_at IS NULL
      RETURNING p.id, p.engine, p.attempt, p.status, p.account_id, p.requested_at),
    waiting AS (
      SELECT account_id, engine, count(*) AS count
        FROM previews WHERE status IN ('pending', 'capturing') GROUP BY account_id, engine)
    SELECT r.id, r.engine, r.attempt, r.status,
           (coalesce(w.count, 0) + row_number() OVER (PARTITION BY r.account_id, r.engine ORDER BY r.requested_at))::int AS turn
      FROM retried r LEFT JOIN waiting w ON w.account_id = r.account_id AND w.engine = r.engine`
  const engines = [...new Set(previews.map(({ engine }) => engine))]
  const queues = new Map(engines.map((engine) => [engine, openQueue(engine)]))
  try {
    await requestCaptures(queues, previews)
  } finally {
    await Promise.all([...queues.values()].map((queue) => queue.close()))
  }
  return previews.length

  function openQueue(engine: string): Queue<CapturePayload> {
    const queue = new Queue<CapturePayload>(captureQueueName(engine), { connection: redisConnection, prefix })
    // Whoever asks the queue hears of it, too.
    return queue.on('error', () => undefined)
  }
}
