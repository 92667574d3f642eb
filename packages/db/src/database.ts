import { PrismaPg } from '@prisma/adapter-pg'
import { diallingTimeoutMs, FairPool } from './fair-pool'
import { Prisma, PrismaClient } from './generated/client'

export { Prisma }
export type Database = PrismaClient
export type {
  ApiKey,
  Email,
  EmailCheck,
  OauthApplication,
  Preview,
  Share,
  User,
  Webhook,
  WebhookDelivery,
} from './generated/client'

export interface DatabaseConfig {
  url: string
  poolMax: number
}

/** Connects on first use. A query that gets no connection within 3 s fails, for a 503 in time. */
export function openDatabase({ url, poolMax }: DatabaseConfig): Database {
  const pool = new FairPool({
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: diallingTimeoutMs,
    statement_timeout: 15_000,
    // Above `statement_timeout`: ends a query when the server does not answer at all.
    query_timeout: 16_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'pas',
  })
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: nameStatements(),
  })
  // Longer than the pool's own 3 s, so that the pool limits a transaction's wait, too.
  return new PrismaClient({ adapter, transactionOptions: { maxWait: diallingTimeoutMs } })
}

/** More than the services have. A statement with a list has another text for each length. */
const maxNamedStatements = 500

/** A connection plans a named statement once: planning the joins of a request takes longer than running them. */
function nameStatements(): ({ sql }: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    // An empty name: not prepared.
    if (names.size >= maxNamedStatements) return ''
    const name = `pas_${names.size}`
    names.set(sql, name)
    return name
  }
}

/** Prisma's codes for a server that cannot be reached, refuses the connection, or gives none in time. */
const unavailableCode = /^(P1001|P1002|P1008|P1010|P1011|P1017|P2024|P2028|P2037)$/
/** SQLSTATE classes 08 (connection), 53 (resources), 57 (operator intervention), and socket errors. */
const unavailableCause =
  /^(08...|53...|57P0.|57014|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/
/** The kinds of Prisma's driver adapters. */
const unavailableKind =
  /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TlsConnectionError|TooManyConnections)$/

export function isDatabaseUnavailable(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    if (cause instanceof Prisma.PrismaClientInitializationError) return true
    const { code, kind, originalCode } = namesOf(cause)
    return (
      unavailableCode.test(code) ||
      unavailableCause.test(code) ||
      unavailableKind.test(kind) ||
      unavailableCause.test(originalCode) ||
      // pg and its pool throw these as plain errors, without a code.
      /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/.test(
        cause.message,
      )
    )
  })
}

/** The server refuses the user name or the password, or has no such database. */
const refusedCause = /^(28000|28P01|3D000)$/

/** `untilStoreComes` waits for it. A refusal is final: the DATABASE_URL is wrong. */
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
  // At most five, because an error may be its own cause.
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(cause)
  return causes
}

/**
 * '' for a missing code. For raw SQL the adapter's reason is in `meta`; when a transaction could not begin, the error
 * is the adapter's.
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

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
