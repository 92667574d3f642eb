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

/** Which rows are wanted; all of them when nothing is said. */
export interface AuditRange {
  /** From this moment on. */
  since?: Date | undefined
  /** Before this moment. */
  before?: Date | undefined
  /** The last so many. */
  limit?: number | undefined
}

const rowsPerPage = 1_000

/** The audit trail, oldest first, in pages, as it may be larger than memory. Rows that come after the first page was asked for are left out. */
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
  // `+ 0` keeps Postgres from walking the primary key up to the first moment that is wanted: the index on the time knows where it is.
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
