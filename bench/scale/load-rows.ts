import { statfsSync } from 'node:fs'
import { createAccount } from '@pas/accounts/create-account'
import { emailClients } from '@pas/email-clients/catalogue'
import { systemClock } from '@pas/runtime/clock'
import { Client } from 'pg'
import type { Dose } from './dose'
import { engine, type Installation } from './installation'

const dayMs = 24 * 60 * 60 * 1_000
/** Of a row of previews with its indexes, its share of the email's row, and what the log of writes takes meanwhile. */
const bytesPerRow = 600
/** Indexes are made in the rest of the time. */
const shareForRows = 0.4
const connections = 2
const accounts = 20
const emailsPerBatch = 4_000
const previewsPerEmail = 70
const spreadDays = 180

export interface LoadedRows {
  rows: number
  /** Of the table with its indexes. */
  bytes: number
  seconds: number
  /** The oldest picture's capture. Each day from here has as many rows. */
  oldest: Date
}

/**
 * Loads as many captured previews as the dose allows, spread over 180 days but for some hours, so that none expires
 * meanwhile. Indexes are dropped before and made again after.
 */
export async function loadRows({ db, env }: Installation, dose: Dose): Promise<LoadedRows> {
  const startedAt = performance.now()
  const { bavail, bsize } = statfsSync(env.PAS_HOME ?? '/tmp')
  const fits = Math.floor((bavail * bsize * dose.diskShare) / bytesPerRow)
  const emails = Math.ceil(Math.min(dose.rows, fits) / previewsPerEmail)
  console.log(`room for ${fits} rows on the disk; ${emails * previewsPerEmail} are to be loaded`)
  const accountIds: number[] = []
  for (let index = 0; index < accounts; index++)
    accountIds.push((await createAccount({ db, clock: systemClock }, { name: `Rows ${index}` })).id)
  const oldest = new Date(Date.now() - spreadDays * dayMs + dayMs / 4)
  const everyMs = ((spreadDays - 0.5) * dayMs) / emails
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client({ connectionString: env.DATABASE_URL })
      await client.connect()
      await client.query(`SET maintenance_work_mem = '768MB'; SET max_parallel_maintenance_workers = 1`)
      return client
    }),
  )
  const [first] = clients
  if (!first) throw new Error('there is no connection')
  const makeIndexes = await dropIndexes(first)
  const endsAt = startedAt + dose.loadMinutes * 60_000 * shareForRows
  let next = 0
  await Promise.all(
    clients.map(async (client) => {
      while (next < emails && performance.now() < endsAt) {
        const from = next
        next = Math.min(emails, next + emailsPerBatch)
        await insertBatch(client, { from, to: next - 1, oldest, everyMs, accountIds })
      }
    }),
  )
  const rows = next * previewsPerEmail
  console.log(`${rows} rows in ${secondsSince(startedAt)} s; their indexes are being made`)
  await makeIndexes(clients)
  for (const table of ['emails', 'previews']) await first.query(`VACUUM (ANALYZE) ${table}`)
  const { rows: sizes } = await first.query<{ bytes: string }>(
    `SELECT pg_total_relation_size('previews')::text AS bytes`,
  )
  await Promise.all(clients.map((client) => client.end()))
  return { rows, bytes: Number(sizes[0]?.bytes), seconds: secondsSince(startedAt), oldest }
}

const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1_000)

/** Resolves to the function that makes them again. */
async function dropIndexes(client: Client): Promise<(clients: readonly Client[]) => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string; isPrimary: boolean }>(`
    SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition, i.indisprimary AS "isPrimary"
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = 'previews'::regclass`)
  const foreignKey = 'previews_email_id_fkey'
  const primary = rows.find(({ isPrimary }) => isPrimary)?.name ?? ''
  await client.query(`
    ALTER TABLE previews SET (autovacuum_enabled = off), DROP CONSTRAINT "${primary}", DROP CONSTRAINT "${foreignKey}";
    ${rows
      .filter(({ isPrimary }) => !isPrimary)
      .map(({ name }) => `DROP INDEX "${name}";`)
      .join('\n')}`)
  return async (clients) => {
    const waiting = [...rows]
    await Promise.all(
      clients.map(async (one) => {
        for (let row = waiting.pop(); row; row = waiting.pop()) await one.query(row.definition)
      }),
    )
    // What was loaded is right, so it need not be read again to say so.
    await client.query(`
      ALTER TABLE previews RESET (autovacuum_enabled), ADD CONSTRAINT "${primary}" PRIMARY KEY USING INDEX "${primary}",
        ADD CONSTRAINT "${foreignKey}" FOREIGN KEY (email_id) REFERENCES emails (id)
          ON DELETE CASCADE ON UPDATE CASCADE NOT VALID`)
  }
}

async function insertBatch(
  client: Client,
  batch: { from: number; to: number; oldest: Date; everyMs: number; accountIds: readonly number[] },
): Promise<void> {
  const { from, to, oldest, everyMs, accountIds } = batch
  const codes = emailClients.slice(0, previewsPerEmail).map(({ code }) => code)
  const each = `
    FROM generate_series($1::int, $2::int) AS n,
         LATERAL (SELECT md5('scale ' || n)::uuid AS email_id, ($5::int[])[1 + n % ${accountIds.length}] AS account_id,
                         $3::timestamptz + n * $4::float8 * interval '1 millisecond' AS at) AS email`
  const values = [from, to, oldest, everyMs, accountIds]
  await client.query(
    `INSERT INTO emails (id, account_id, created_at, expires_at, content_erased_at)
     SELECT email_id, account_id, at, at + interval '48 hours', least(at + interval '48 hours', now()) ${each}`,
    values,
  )
  await client.query(
    `INSERT INTO previews (id, email_id, account_id, email_client, orientation, images, engine, status, attempt,
                           image_token, requested_at, captured_at, width, height, truncated, drawn_by, picture_sha256,
                           named_by_hash)
     SELECT gen_random_uuid(), email_id, account_id, code, 'vertical', 'allowed', '${engine}', 'captured', 1,
            replace(gen_random_uuid()::text, '-', ''), at, at + place * interval '20 milliseconds', 640, 1200, false,
            md5('drawn by'), uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), true
     ${each}, unnest($6::text[]) WITH ORDINALITY AS codes (code, place)`,
    [...values, codes],
  )
}
