import { createApiKey } from '@pas/accounts/create-api-key'
import { apiKeyPrefix } from '@pas/accounts/secrets'
import type { Prisma } from '@pas/db/database'
import type { DatabaseDeps, DbDeps } from '@pas/db/row-deps'
import { PageError } from '@pas/pages/page-error'
import { asAdmin, type AdminRequest } from '../administration/as-admin'
import { apiKeysTexts } from './api-keys-texts'

/** Of keys that are not revoked; an operator's command makes more. */
const maxApiKeys = 50

export interface ShownApiKey {
  id: number
  prefix: string
  name: string | null
  onlyMail: boolean
  createdAt: Date
  lastUsedAt: Date | null
  /** Null for a key of the account's own. */
  user: { firstName: string; lastName: string; disabledAt: Date | null } | null
  oauthApplication: { name: string } | null
}

const shownColumns = {
  id: true,
  prefix: true,
  name: true,
  onlyMail: true,
  createdAt: true,
  lastUsedAt: true,
  user: { select: { firstName: true, lastName: true, disabledAt: true } },
  oauthApplication: { select: { name: true } },
} satisfies Prisma.ApiKeySelect

const pageSize = 200

/** Those that are not revoked, oldest first. */
export const listApiKeys = ({ db }: DbDeps, accountId: number): Promise<ShownApiKey[]> =>
  db.apiKey.findMany({
    where: { accountId, revokedAt: null },
    orderBy: { id: 'asc' },
    take: pageSize,
    select: shownColumns,
  })

/** Null also for a revoked key, and for another account's. */
export const findApiKey = (
  { db }: DbDeps,
  { id, accountId }: { id: number; accountId: number },
): Promise<ShownApiKey | null> =>
  db.apiKey.findFirst({ where: { id, accountId, revokedAt: null }, select: shownColumns })

/** Resolves to the key. Throws `name_invalid`, `conflict` for an account with `maxApiKeys`, or `forbidden`. */
export const makeApiKey = (
  deps: DatabaseDeps,
  request: AdminRequest,
  { name, onlyMail }: { name: string; onlyMail: boolean },
): Promise<string> =>
  asAdmin(deps, request, async (tx) => {
    const { id: userId, account } = request.admin
    const where = { accountId: account.id, revokedAt: null }
    if ((await tx.db.apiKey.count({ where })) >= maxApiKeys)
      throw new PageError('conflict', (language) => apiKeysTexts[language].tooMany({ max: maxApiKeys }))
    const apiKey = await createApiKey(tx, { accountId: account.id, userId, name, onlyMail })
    await tx.record({
      action: 'api_key.create',
      target: `api_key:${apiKeyPrefix(apiKey)}`,
      ...(onlyMail && { details: { for: 'mail' } }),
    })
    return apiKey
  })

/** Throws `not_found` or `forbidden`. */
export const revokeKey = (deps: DatabaseDeps, request: AdminRequest, id: number): Promise<void> =>
  asAdmin(deps, request, async (tx) => {
    const apiKey = await findApiKey(tx, { id, accountId: request.admin.account.id })
    if (!apiKey) throw noSuchKey()
    await tx.db.apiKey.update({ where: { id }, data: { revokedAt: tx.clock.now() } })
    await tx.record({ action: 'api_key.revoke', target: `api_key:${apiKey.prefix}` })
  })

export const noSuchKey = (): PageError =>
  new PageError('not_found', (language) => apiKeysTexts[language].noSuchKey)
