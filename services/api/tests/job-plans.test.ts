import { randomBytes } from 'node:crypto'
import { captureQueueName } from '@pas/captures/capture-job'
import { openDatabase, type Database } from '@pas/db/database'
import { openStorage } from '@pas/storage/open-storage'
import { isLongRun } from '@pas/testing/long-run'
import { createManualClock } from '@pas/testing/manual-clock'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { testVariable } from '@pas/testing/test-environment'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { adoptStore } from '@pas/retention/installation-mark'
import { until } from '@pas/testing/until'
import { scheduledJobs } from '../src/jobs/scheduled-jobs'

const rows = isLongRun ? 1_000_000 : 30_000
const tables = [
  'emails',
  'previews',
  'authorization_codes',
  'token_families',
  'access_tokens',
  'refresh_tokens',
  'webhook_deliveries',
]
/** Emails that wait for their capture: 2 %, but no more than the reconciler handles in some seconds. */
const open = Math.min(rows / 50, 5_000)
/** Rows inserted by one statement, few enough for the statement timeout. */
const slice = 10_000
/** More than five: after five runs of a prepared statement Postgres may choose a generic plan. */
const runs = 7

describe(`the scheduled jobs, with ${rows} rows of each kind`, () => {
  let database: TestDatabase
  let folder: TestFolder
  let redisConnection: Redis
  let queue: Queue
  const prefix = `test-${randomBytes(6).toString('hex')}`
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await createTestFolder()
    redisConnection = new Redis(testVariable('TEST_REDIS_URL'), { maxRetriesPerRequest: null })
    queue = new Queue(captureQueueName('text'), { connection: redisConnection, prefix })
  })
  afterAll(async () => {
    await queue.obliterate({ force: true })
    await queue.close()
    redisConnection.disconnect()
    await database.close()
    await folder.close()
  })

  it(
    'read no large table whole',
    async () => {
      const now = new Date()
      await onOneConnection((db) => fill(db, now))
      const before = await scans()
      const storage = openStorage({ kind: 'file', path: folder.path })
      await onOneConnection(async (db) => {
        const deps = {
          db,
          storage,
          clock: createManualClock(now),
          captureQueues: new Map([['text', queue]]),
          auditQueue: queue,
          assetCompletion: { complete: () => Promise.resolve() },
          reports: { takeUp: () => Promise.resolve() },
        }
        await adoptStore(deps)
        const jobs = scheduledJobs(deps, { retentionIntervalMs: 60_000, reconcileIntervalMs: 5_000 })
        for (let run = 0; run < runs; run++)
          for (const job of jobs) {
            const counts = await job.run(new AbortController().signal)
            if (run === 0 && job.name === 'retention')
              expect(counts).toEqual({ emails: 20, images: 20, tokens: 80, sessions: 0 })
          }
      })
      expect(await scans()).toEqual(before)
    },
    isLongRun ? 1_800_000 : 60_000,
  )

  /**
   * Runs `work` on one connection and waits for its end, because Postgres reports a connection's scans at the latest
   * then.
   */
  async function onOneConnection(work: (db: Database) => Promise<unknown>): Promise<void> {
    const db = openDatabase({ url: database.url, poolMax: 1 })
    const [{ pid }] = await db.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`
    await work(db)
    await db.$disconnect()
    const isThere = () => database.db.$queryRaw<unknown[]>`SELECT FROM pg_stat_activity WHERE pid = ${pid}`
    await until(async () => (await isThere()).length === 0)
  }

  const scans = (): Promise<unknown[]> =>
    database.db.$queryRaw<unknown[]>`
      SELECT relname, seq_scan::int FROM pg_stat_user_tables WHERE relname = ANY(${tables}) ORDER BY relname`

  /** A busy service: a few rows of each kind are due, and some previews wait for their capture. */
  async function fill(db: Database, now: Date): Promise<void> {
    const account = await db.account.create({ data: { name: 'Test', createdAt: now } })
    const application = await db.oauthApplication.create({
      data: {
        accountId: account.id,
        name: 'P',
        clientId: 'p',
        clientSecretHash: new Uint8Array(1),
        createdAt: now,
      },
    })
    const user = await db.user.create({
      data: {
        accountId: account.id,
        email: 'a@example.com',
        firstName: 'A',
        lastName: 'B',
        passwordHash: 'x',
        createdAt: now,
      },
    })
    // The first `open` emails are open, and wait for their captures.
    const made = [
      `WITH made AS (
         INSERT INTO emails (id, account_id, created_at, expires_at, content_erased_at)
         SELECT gen_random_uuid(), ${account.id}, $1::timestamptz - i * interval '5 s',
                $1::timestamptz + interval '2 days' - i * interval '5 s',
                CASE WHEN i > ${open} THEN $1::timestamptz - i * interval '5 s' END
           FROM generate_series($2::int, $3::int) i
         RETURNING *)
       INSERT INTO previews (id, email_id, account_id, email_client, orientation, images, engine, image_token, requested_at, status, captured_at,
                             width, height, truncated, drawn_by)
       SELECT gen_random_uuid(), id, account_id, 'X', 'vertical', 'allowed', 'text', id::text, created_at,
              (CASE WHEN content_erased_at IS NULL THEN 'pending' ELSE 'captured' END)::"PreviewStatus",
              CASE WHEN content_erased_at IS NOT NULL THEN created_at END, picture.*
         FROM made LEFT JOIN (VALUES (1, 1, false, '1')) AS picture ON content_erased_at IS NOT NULL`,
      // 20 of the codes are unused.
      `INSERT INTO authorization_codes (code_hash, oauth_application_id, user_id, scope, expires_at, used_at)
       SELECT sha256(i::text::bytea), ${application.id}, ${user.id}, 'full', $1::timestamptz - i * interval '30 s',
              CASE WHEN i % ${rows / 20} > 0 THEN $1::timestamptz END
         FROM generate_series($2::int, $3::int) i`,
      `INSERT INTO webhook_deliveries (id, webhook_id, type, facts, status, created_at, expires_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'webhook.test', '{}', 'delivered', $1::timestamptz - interval '7 days',
              $1::timestamptz + (i - 20) * interval '20 s'
         FROM generate_series($2::int, $3::int) i`,
      `INSERT INTO token_families (oauth_application_id, user_id, scope, created_at, expires_at)
       SELECT ${application.id}, ${user.id}, 'full', $1::timestamptz, $1::timestamptz + (i - 20) * interval '30 s'
         FROM generate_series($2::int, $3::int) i`,
      ...['access_tokens', 'refresh_tokens'].map(
        (table) => `
          INSERT INTO ${table} (token_hash, token_family_id, created_at, expires_at)
          SELECT sha256(i::text::bytea), i, $1::timestamptz, $1::timestamptz + (i - 20) * interval '1 s'
            FROM generate_series($2::int, $3::int) i`,
      ),
    ]
    for (const statement of made)
      for (let start = 1; start <= rows; start += slice)
        await db.$executeRawUnsafe(statement, now, start, Math.min(rows, start + slice - 1))
    // Then 20 rows of each kind become due.
    const due = [
      `WITH due AS (
         UPDATE emails SET expires_at = $1::timestamptz - interval '1 hour'
          WHERE id IN (SELECT id FROM emails WHERE content_erased_at IS NULL LIMIT 20) RETURNING id)
       UPDATE previews SET status = 'captured', captured_at = requested_at, width = 1, height = 1, truncated = false, drawn_by = '1'
         FROM due WHERE email_id = due.id`,
      `UPDATE previews SET captured_at = $1::timestamptz - interval '181 days' WHERE id IN
         (SELECT p.id FROM previews p JOIN emails e ON e.id = p.email_id WHERE e.content_erased_at IS NOT NULL LIMIT 20)`,
      `UPDATE authorization_codes SET expires_at = $1::timestamptz - interval '366 days' WHERE code_hash IN
         (SELECT code_hash FROM authorization_codes WHERE used_at IS NOT NULL LIMIT 20)`,
    ]
    for (const statement of due) await db.$executeRawUnsafe(statement, now)
    await db.$executeRawUnsafe('ANALYZE')
  }
})
