import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '@pas/accounts/secrets'
import { Prisma, type Database } from '@pas/db/database'
import { InvalidClientError, type ClientCredentials } from './read-client-credentials'

/** What authenticates an application: each statement of the token endpoint selects it beside its own columns. */
export const applicationColumns = Prisma.sql`
  o.id AS application_id, o.client_secret_hash, o.disabled_at IS NULL AND oa.disabled_at IS NULL AS application_active`

/** The tables, joined, of `applicationColumns`. */
export const applicationTables = Prisma.sql`
  oauth_applications o JOIN accounts oa ON oa.id = o.account_id`

export interface ApplicationRow {
  application_id: number
  client_secret_hash: Uint8Array
  application_active: boolean
}

export interface AuthenticatedApplication {
  id: number
  clientId: string
}

const nobodysHash = sha256('')

/**
 * RFC 6749 §2.3.1 and §5.2: authenticates the application; its secret has to be right, and neither it nor its account
 * disabled. Throws `invalid_client`. An unknown application's secret is compared, too, so that the time does not tell
 * whether it exists.
 */
export function assertAuthenticated(
  row: ApplicationRow | undefined,
  { clientId, clientSecret, triedBasic }: ClientCredentials,
): AuthenticatedApplication {
  const isRight = timingSafeEqual(row?.client_secret_hash ?? nobodysHash, sha256(clientSecret))
  if (!row || !isRight || !row.application_active) {
    throw new InvalidClientError({ triedBasic, isKnown: row !== undefined })
  }
  return { id: row.application_id, clientId }
}

/** The row of an application by its client_id, for requests that look up nothing else. */
export async function findApplicationRow(
  { db }: { db: Database },
  clientId: string,
): Promise<ApplicationRow | undefined> {
  const [row] = await db.$queryRaw<ApplicationRow[]>`
    SELECT ${applicationColumns} FROM ${applicationTables} WHERE o.client_id = ${clientId}`
  return row
}
