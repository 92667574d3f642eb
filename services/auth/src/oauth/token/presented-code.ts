import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import { applicationColumns, applicationTables, type ApplicationRow } from './presented-application'

/** An authorization code that exists, whosever it is and whatever its state. */
export interface PresentedCode {
  applicationId: number
  userId: number
  /** As sent at authorize; null when it was left out. */
  redirectUri: string | null
  /** The application's registered URI, if it has only one: the one that was used when `redirectUri` is null. */
  onlyCallbackUri: string | null
  codeChallenge: string | null
  scope: string
  expiresAt: Date
  isUsed: boolean
  isUserActive: boolean
  hasConsent: boolean
}

interface CodeRow extends ApplicationRow {
  code_application_id: number | null
  user_id: number
  redirect_uri: string | null
  only_callback_uri: string | null
  code_challenge: string | null
  scope: string
  expires_at: Date
  used: boolean
  user_active: boolean
  has_consent: boolean
}

/** The application and the code beside it, if they exist: all that an exchange has to know, in one round trip. */
export async function findCodeRow(
  { db }: { db: Database },
  clientId: string,
  code: string,
): Promise<{ application: ApplicationRow | undefined; code: PresentedCode | null }> {
  const [row] = await db.$queryRaw<CodeRow[]>`
    SELECT ${applicationColumns}, c.oauth_application_id AS code_application_id, c.user_id, c.redirect_uri, c.code_challenge, c.scope,
           c.expires_at, c.used_at IS NOT NULL AS used, u.disabled_at IS NULL AND ua.disabled_at IS NULL AS user_active,
           EXISTS (SELECT FROM consents s WHERE s.user_id = c.user_id AND s.oauth_application_id = c.oauth_application_id)
             AS has_consent,
           CASE WHEN c.redirect_uri IS NULL
                THEN (SELECT min(uri) FROM callback_uris WHERE oauth_application_id = o.id HAVING count(*) = 1)
                END AS only_callback_uri
      FROM ${applicationTables}
      LEFT JOIN authorization_codes c ON c.code_hash = ${sha256(code)}
      LEFT JOIN users u ON u.id = c.user_id
      LEFT JOIN accounts ua ON ua.id = u.account_id
     WHERE o.client_id = ${clientId}`
  if (row?.code_application_id == null) return { application: row, code: null }
  return {
    application: row,
    code: {
      applicationId: row.code_application_id,
      userId: row.user_id,
      redirectUri: row.redirect_uri,
      onlyCallbackUri: row.only_callback_uri,
      codeChallenge: row.code_challenge,
      scope: row.scope,
      expiresAt: row.expires_at,
      isUsed: row.used,
      isUserActive: row.user_active,
      hasConsent: row.has_consent,
    },
  }
}
