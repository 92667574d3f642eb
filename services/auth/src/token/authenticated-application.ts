import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '@pas/accounts/secrets'
import { Prisma, type Database } from '@pas/db/database'
import { InvalidClientError, type ClientCredentials } from './read-client-credentials'

/** Each statement of the token endpoint selects them beside its own columns. */
export const applicationColumns = Prisma.sql`
  o.id AS application_id, o.client_secret_hash, o.disabled_at IS NULL AND oa.disabled_at IS NULL AS application_active`

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
 * RFC 6749 §2.3.1 and §5.2. Throws `invalid_client`. An unknown application's secret is compared, too, so that the time
 * does not tell whether it exists.
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

export async function findApplicationRow(
  { db }: { db: Database },
  clientId: string,
): Promise<ApplicationRow | undefined> {
  const [row] = await db.$queryRaw<ApplicationRow[]>`
    SELECT ${applicationColumns} FROM ${applicationTables} WHERE o.client_id = ${clientId}`
  return row
}
