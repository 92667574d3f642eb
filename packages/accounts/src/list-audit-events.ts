import { Prisma } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'

export interface ListedAuditEvent {
  id: bigint
  at: Date
  actor: string
  action: string
  target: string
  ip: string | null
  details: Prisma.JsonValue
}

export interface AuditRange {
  /** Inclusive. */
  since?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
  /** E.g. `user:7`, or a beginning, such as `operator:*`. */
  actor?: string | undefined
  /** E.g. `user.create`, or a beginning, such as `user.*`. */
  action?: string | undefined
  /** Without the rows that each reading of the trail adds. */
  withoutReadings?: boolean | undefined
  /** Rows by or about this account, its present users, applications or API keys, or whose details name the account. */
  accountId?: number | undefined
  afterId?: bigint | undefined
  beforeId?: bigint | undefined
  limit?: number | undefined
}

const rowsPerPage = 1_000
/** Few enough for the statement timeout when none of these rows matches. */
const idsPerStatement = 200_000n

/**
 * Oldest first, in pages, because the trail may be larger than memory. With `limit`, the newest rows. Leaves out rows
 * that are written during the reading.
 */
export async function* listAuditEvents(
  { db }: DbDeps,
  range: AuditRange,
): AsyncGenerator<ListedAuditEvent[], void, undefined> {
  const condition = await makeCondition({ db }, range)
  const { first, last } = await findIdRange({ db }, range)
  if (first === null || last === null) return
  let next =
    range.limit === undefined ? first : await findStart({ db }, { first, last, condition }, range.limit)
  while (next <= last) {
    const end = next + idsPerStatement - 1n < last ? next + idsPerStatement - 1n : last
    const rows = await db.$queryRaw<ListedAuditEvent[]>`
      SELECT id, at, actor, action, target, ip, details FROM audit_events
       WHERE id BETWEEN ${next} AND ${end} AND ${condition} ORDER BY id LIMIT ${rowsPerPage}`
    if (rows.length > 0) yield rows
    // A full page may leave out rows of this range: the next one begins after its last row.
    const lastRead = rows.length === rowsPerPage ? rows.at(-1)?.id : undefined
    next = (lastRead ?? end) + 1n
  }
}

async function makeCondition(
  { db }: DbDeps,
  { since, until, actor, action, accountId, withoutReadings = false }: AuditRange,
): Promise<Prisma.Sql> {
  return allOf([
    // Rows are not always in the order of their times: a time is taken before its row is written.
    ...(since ? [Prisma.sql`at >= ${since}`] : []),
    ...(until ? [Prisma.sql`at < ${until}`] : []),
    ...(actor === undefined ? [] : [matches(Prisma.sql`actor`, actor)]),
    ...(withoutReadings ? [Prisma.sql`action NOT IN ('audit.list', 'audit.export')`] : []),
    ...(action === undefined ? [] : [matches(Prisma.sql`action`, action)]),
    ...(accountId === undefined ? [] : [await concernsAccount({ db }, accountId)]),
  ])
}

const matches = (column: Prisma.Sql, pattern: string): Prisma.Sql =>
  pattern.endsWith('*')
    ? Prisma.sql`starts_with(${column}, ${pattern.slice(0, -1)})`
    : Prisma.sql`${column} = ${pattern}`

async function concernsAccount({ db }: DbDeps, accountId: number): Promise<Prisma.Sql> {
  const names = await db.$queryRaw<{ name: string }[]>`
    SELECT 'user:' || id AS name FROM users WHERE account_id = ${accountId}
     UNION ALL
    SELECT 'application:' || client_id FROM oauth_applications WHERE account_id = ${accountId}
     UNION ALL
    SELECT 'api_key:' || prefix FROM api_keys WHERE account_id = ${accountId}`
  const concerned = [`account:${accountId}`, ...names.map(({ name }) => name)]
  return Prisma.sql`(actor = ANY(${concerned}) OR target = ANY(${concerned}) OR details->>'account_id' = ${String(accountId)})`
}

async function findIdRange(
  { db }: DbDeps,
  { since, until, afterId, beforeId }: AuditRange,
): Promise<{ first: bigint | null; last: bigint | null }> {
  // `+ 0` keeps Postgres from scanning the primary key from its start until a row is in the range; it then uses the
  // index on `at`.
  const id = since || until ? Prisma.sql`id + 0` : Prisma.sql`id`
  const [range] = await db.$queryRaw<{ first: bigint | null; last: bigint | null }[]>`
    SELECT min(${id}) AS first, max(${id}) AS last FROM audit_events WHERE ${allOf([
      ...(since ? [Prisma.sql`at >= ${since}`] : []),
      ...(until ? [Prisma.sql`at < ${until}`] : []),
      ...(afterId === undefined ? [] : [Prisma.sql`id > ${afterId}`]),
      ...(beforeId === undefined ? [] : [Prisma.sql`id < ${beforeId}`]),
    ])}`
  return range ?? { first: null, last: null }
}

/** The id at which the newest `limit` matching rows start; `first` when there are fewer. */
async function findStart(
  { db }: DbDeps,
  { first, last, condition }: { first: bigint; last: bigint; condition: Prisma.Sql },
  limit: number,
): Promise<bigint> {
  let missing = limit
  for (let end = last; end >= first; end -= idsPerStatement) {
    const start = end - idsPerStatement + 1n > first ? end - idsPerStatement + 1n : first
    const [part] = await db.$queryRaw<{ oldest: bigint | null; count: number }[]>`
      SELECT min(id) AS oldest, count(*)::int AS count FROM (
        SELECT id FROM audit_events WHERE id BETWEEN ${start} AND ${end} AND ${condition} ORDER BY id DESC LIMIT ${missing}) AS newest`
    missing -= part?.count ?? 0
    if (missing === 0 && part?.oldest != null) return part.oldest
  }
  return first
}

const allOf = (conditions: Prisma.Sql[]): Prisma.Sql =>
  Prisma.join([Prisma.sql`TRUE`, ...conditions], ' AND ')
