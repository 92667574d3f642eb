import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '@pas/accounts/secrets'
import { Prisma, type Database } from '@pas/db/database'
import { InvalidClientError, type ClientCredentials } from './read-client-credentials'

/** The columns of the application that a request presents; each statement of the token endpoint selects them beside its own. */
export const applicationColumns = Prisma.sql`
  o.id AS application_id, o.client_secret_hash, o.disabled_at IS NULL AND oa.disabled_at IS NULL AS application_active`

/** The tables of `applicationColumns`. */
export const applicationTables = Prisma.sql`
  oauth_applications o JOIN accounts oa ON oa.id = o.account_id`

export interface ApplicationRow {
  application_id: number
  client_secret_hash: Uint8Array
  application_active: boolean
}

/** An application that proved who it is. */
export interface AuthenticatedApplication {
  id: number
  clientId: string
}

const nobodysHash = sha256('')

/**
 * RFC 6749 §2.3.1 and §5.2: the application, when its secret is right and neither it nor its account is disabled. Throws
 * `invalid_client`, after the same comparison whether or not there is such an application.
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

/** For requests of which nothing else is to be looked up. */
export async function findApplicationRow(
  { db }: { db: Database },
  clientId: string,
): Promise<ApplicationRow | undefined> {
  const [row] = await db.$queryRaw<ApplicationRow[]>`
    SELECT ${applicationColumns} FROM ${applicationTables} WHERE o.client_id = ${clientId}`
  return row
}
