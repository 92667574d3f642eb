import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { secretPrefixes, sha256 } from './secrets'

export interface FoundApiKey {
  prefix: string
  accountId: number
  oauthApplication: { id: number; clientId: string } | null
  /** It sends mail in by SMTP and does nothing else. */
  onlyMail: boolean
  /** The first that applies. `user_disabled`: the admin who made it is disabled. */
  status: 'active' | 'revoked' | 'account_disabled' | 'application_disabled' | 'user_disabled'
}

interface ApiKeyRow {
  prefix: string
  account_id: number
  oauth_application_id: number | null
  client_id: string | null
  only_mail: boolean
  status: FoundApiKey['status']
}

/** Null for an unknown key. One query, because every upload waits for it; Prisma's `include` would send three. */
export async function findApiKey({ db }: DbDeps, apiKey: string): Promise<FoundApiKey | null> {
  if (!apiKey.startsWith(secretPrefixes.apiKey)) return null
  const [row] = await db.$queryRaw<ApiKeyRow[]>`
    SELECT k.prefix, k.account_id, k.oauth_application_id, o.client_id, k.only_mail,
           CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked'
                WHEN a.disabled_at IS NOT NULL THEN 'account_disabled'
                WHEN o.disabled_at IS NOT NULL THEN 'application_disabled'
                WHEN u.disabled_at IS NOT NULL THEN 'user_disabled'
                ELSE 'active' END AS status
      FROM api_keys k
      JOIN accounts a ON a.id = k.account_id
      LEFT JOIN oauth_applications o ON o.id = k.oauth_application_id
      LEFT JOIN users u ON u.id = k.user_id
     WHERE k.key_hash = ${sha256(apiKey)}`
  if (!row) return null
  const { prefix, account_id: accountId, oauth_application_id: id, client_id: clientId, status } = row
  return {
    prefix,
    accountId,
    onlyMail: row.only_mail,
    oauthApplication: id !== null && clientId !== null ? { id, clientId } : null,
    status,
  }
}

const notedAfterMs = 30 * 60 * 1000

/** Call it once an hour at most: it writes unless another process has just done so. */
export async function noteApiKeyUse({ db, clock }: RowDeps, prefix: string): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - notedAfterMs)
  await db.apiKey.updateMany({
    where: { prefix, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: before } }] },
    data: { lastUsedAt: now },
  })
}
