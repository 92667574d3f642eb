import { PrismaPg } from '@prisma/adapter-pg'
import { diallingTimeoutMs, FairPool } from './fair-pool'
import { Prisma, PrismaClient } from './generated/client'

export { Prisma }
export type Database = PrismaClient
export type { ApiKey, Email, OauthApplication, Preview, User } from './generated/client'

/** How a service reaches Postgres. */
export interface DatabaseConfig {
  url: string
  /** Connections of this process at most. */
  poolMax: number
}

/** Connections are made on first use; a query that gets none within 3 s fails, so that a caller has its 503 in time. */
export function openDatabase({ url, poolMax }: DatabaseConfig): Database {
  const pool = new FairPool({
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: diallingTimeoutMs,
    statement_timeout: 15_000,
    // Above it: for a server that says nothing any more.
    query_timeout: 16_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'pas',
  })
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: nameStatements(),
  })
  // A transaction's wait for a connection is the pool's to limit, too.
  return new PrismaClient({ adapter, transactionOptions: { maxWait: diallingTimeoutMs } })
}

/** More than the services have; lists of varying length make new ones without end. */
const maxNamedStatements = 500

/**
 * Names each statement, so that a connection parses and plans it once: planning the joins that stand before every request takes Postgres
 * longer than running them.
 */
function nameStatements(): ({ sql }: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    // Empty: not named.
    if (names.size >= maxNamedStatements) return ''
    const name = `pas_${names.size}`
    names.set(sql, name)
    return name
  }
}

/** Prisma's codes for a server that cannot be reached, refuses us, or gives no connection in time (P1xxx, P2024, P2028, P2037). */
const unavailableCode = /^(P1001|P1002|P1008|P1010|P1011|P1017|P2024|P2028|P2037)$/
/** SQLSTATE classes 08 (connection), 53 (resources), 57 (operator intervention), and the sockets' own errors. */
const unavailableCause =
  /^(08...|53...|57P0.|57014|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/
/** The same, in the words of Prisma's driver adapters. */
const unavailableKind =
  /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TlsConnectionError|TooManyConnections)$/

/** Whether an error means that Postgres is away for now, rather than that the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    if (cause instanceof Prisma.PrismaClientInitializationError) return true
    const { code, kind, originalCode } = namesOf(cause)
    return (
      unavailableCode.test(code) ||
      unavailableCause.test(code) ||
      unavailableKind.test(kind) ||
      unavailableCause.test(originalCode) ||
      // pg and its pool (lib/client.js, pg-pool) make these of nothing but a text, without a code or a class of their own.
      /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/.test(
        cause.message,
      )
    )
  })
}

/** SQLSTATEs for a server that refuses our name or our password, or has no such database. */
const refusedCause = /^(28000|28P01|3D000)$/

/** For `untilStoreComes`. */
export const neededDatabase = {
  name: 'Postgres',
  variable: 'DATABASE_URL',
  isRefusal: (error: unknown): boolean =>
    causesOf(error).some((cause) => {
      const { code, originalCode } = namesOf(cause)
      return refusedCause.test(code) || refusedCause.test(originalCode)
    }),
} as const

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(cause)
  return causes
}

/**
 * What an error is called. Prisma says of a query in SQL of our own only that it failed (P2010), and keeps the adapter's reason beside it; of a
 * transaction that could not begin it throws the adapter's error itself. `kind` is the adapter's word, `originalCode` the SQLSTATE or the
 * socket's. Empty for what it does not have.
 */
function namesOf(error: Error): { code: string; kind: string; originalCode: string } {
  interface Reason {
    kind?: string
    originalCode?: string
  }
  const { code, meta, cause } = error as {
    code?: unknown
    meta?: { driverAdapterError?: { cause?: Reason } }
    cause?: Reason
  }
  const { kind = '', originalCode = '' } = meta?.driverAdapterError?.cause ?? cause ?? {}
  return { code: typeof code === 'string' ? code : '', kind, originalCode }
}

/** Whether an error is the violation of a unique constraint (P2002). */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
