import { PrismaPg } from '@prisma/adapter-pg'
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
  const adapter = new PrismaPg(
    {
      connectionString: url,
      max: poolMax,
      connectionTimeoutMillis: 3_000,
      statement_timeout: 15_000,
      // Above it: for a server that says nothing any more.
      query_timeout: 16_000,
      idle_in_transaction_session_timeout: 15_000,
      application_name: 'pas',
    },
    { statementNameGenerator: nameStatements() },
  )
  return new PrismaClient({ adapter })
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
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof Prisma.PrismaClientInitializationError) return true
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && (unavailableCode.test(code) || unavailableCause.test(code))) return true
    if (isRawQueryUnavailable(cause)) return true
    // pg and its pool (lib/client.js, pg-pool) make these three of nothing but a text, without a code or a class of their own.
    if (
      /timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(cause.message)
    )
      return true
  }
  return false
}

/** Of a query in SQL of our own Prisma says only that it failed (P2010), and keeps the adapter's reason beside it. */
function isRawQueryUnavailable(error: Error): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const { driverAdapterError } = (error.meta ?? {}) as {
    driverAdapterError?: { cause?: { kind?: string; originalCode?: string } }
  }
  const { kind = '', originalCode = '' } = driverAdapterError?.cause ?? {}
  return unavailableKind.test(kind) || unavailableCause.test(originalCode)
}

/** Whether an error is the violation of a unique constraint (P2002). */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
