import { setTimeout } from 'node:timers/promises'
import type { Prisma } from '@pas/db/database'
import type { Uploader } from '@pas/emails/find-emails'
import { detachEmails } from '@pas/emails/lock-emails'
import type { RetentionDeps } from './retention-deps'

const rowsPerBatch = 1_000

/** Resolves to the sum of `done`. Small batches hold few locks for a short time. */
export async function repeatInBatches(
  signal: AbortSignal,
  work: () => Promise<{ found: number; done: number }>,
): Promise<number> {
  let sum = 0
  while (!signal.aborted) {
    const { found, done } = await work()
    sum += done
    // A small batch is not the last: another run at the same time may hold the locks of others.
    if (found === 0) break
    // A timeout that is due aborts the signal first, also when the machine was too busy to notice it before.
    await setTimeout(0)
  }
  return sum
}

/** `change` resolves to the number of rows, at most `limit`. */
export const repeatStatement = (
  signal: AbortSignal,
  change: (limit: number) => Promise<number>,
): Promise<number> =>
  repeatInBatches(signal, async () => {
    const done = await change(rowsPerBatch)
    return { found: done, done }
  })

export const deleteWhere = (
  { db, signal }: Pick<RetentionDeps, 'db' | 'signal'>,
  table: Prisma.Sql,
  condition: Prisma.Sql,
): Promise<number> =>
  repeatStatement(
    signal,
    (limit) => db.$executeRaw`
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${limit}))`,
  )

export const detachAllEmails = (
  { db, signal }: { db: Prisma.TransactionClient } & Pick<RetentionDeps, 'signal'>,
  uploader: Uploader,
): Promise<number> => repeatStatement(signal, (limit) => detachEmails({ db }, uploader, limit))
