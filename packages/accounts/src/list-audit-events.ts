import { Prisma } from '@pas/db/database'
import type { AccountsDeps } from './accounts-deps'

/** A row of the audit trail as an operator reads it. */
export interface ListedAuditEvent {
  at: Date
  actor: string
  action: string
  target: string
  ip: string | null
}

/** Which rows are wanted; an empty range means all. */
export interface AuditRange {
  /** Rows at this time or later. */
  since?: Date | undefined
  /** Rows before this time. */
  before?: Date | undefined
  /** Only the newest so many rows of these. */
  limit?: number | undefined
}

const rowsPerPage = 1_000

/**
 * The audit trail, oldest first, in pages of 1,000 rows, because it may be larger than memory. Rows written after the
 * first page was asked for are left out.
 */
export async function* listAuditEvents(
  { db }: Pick<AccountsDeps, 'db'>,
  { since, before, limit }: AuditRange,
): AsyncGenerator<ListedAuditEvent[], void, undefined> {
  const isWanted = Prisma.join(
    [
      Prisma.sql`TRUE`,
      ...(since ? [Prisma.sql`at >= ${since}`] : []),
      ...(before ? [Prisma.sql`at < ${before}`] : []),
    ],
    ' AND ',
  )
  // `+ 0` keeps Postgres from scanning the primary key from its start until a row is in the range; it then uses the
  // index on `at`.
  const id = since || before ? Prisma.sql`id + 0` : Prisma.sql`id`
  const [range] = await db.$queryRaw<{ first: bigint | null; last: bigint | null }[]>`
    SELECT min(${id}) AS first, max(${id}) AS last FROM audit_events WHERE ${isWanted}`
  let next = range?.first ?? null
  const last = range?.last ?? null
  if (limit !== undefined) {
    const [newest] = await db.$queryRaw<{ first: bigint | null }[]>`
      SELECT min(id) AS first FROM (
        SELECT id FROM audit_events WHERE id BETWEEN ${next} AND ${last} AND ${isWanted} ORDER BY id DESC LIMIT ${limit}) AS n`
    next = newest?.first ?? null
  }
  while (next !== null) {
    const rows: (ListedAuditEvent & { id: bigint })[] = await db.$queryRaw`
      SELECT id, at, actor, action, target, ip FROM audit_events
       WHERE id BETWEEN ${next} AND ${last} AND ${isWanted} ORDER BY id LIMIT ${rowsPerPage}`
    if (rows.length > 0) yield rows.map(({ id: _id, ...event }) => event)
    const lastRead = rows.length === rowsPerPage ? rows.at(-1)?.id : undefined
    next = lastRead === undefined ? null : lastRead + 1n
  }
}
