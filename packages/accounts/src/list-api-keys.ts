import { readInPages } from '@pas/db/read-in-pages'
import type { DbDeps } from '@pas/db/row-deps'
import type { apiKeyStatuses, ListRange } from './listed-status'

export interface ApiKeyFilter {
  accountId?: number | undefined
  clientId?: string | undefined
  status?: (typeof apiKeyStatuses)[number] | undefined
}

export interface ListedApiKey {
  id: number
  prefix: string
  accountId: number
  /** Null for a key of the account alone. */
  clientId: string | null
  /** Null for an operator's. */
  name: string | null
  onlyMail: boolean
  lastUsedAt: Date | null
  revokedAt: Date | null
  createdAt: Date
}

export const listApiKeys = (
  { db }: DbDeps,
  { accountId, clientId, status }: ApiKeyFilter,
  { after: first, limit }: ListRange,
): AsyncGenerator<ListedApiKey[]> =>
  readInPages({ after: first ?? { id: 0 }, limit }, async ({ after, take }) => {
    const rows = await db.apiKey.findMany({
      where: {
        id: { gt: after.id },
        ...(accountId !== undefined && { accountId }),
        ...(clientId !== undefined && { oauthApplication: { clientId } }),
        ...(status !== undefined && { revokedAt: status === 'active' ? null : { not: null } }),
      },
      select: {
        id: true,
        prefix: true,
        accountId: true,
        oauthApplication: { select: { clientId: true } },
        name: true,
        onlyMail: true,
        lastUsedAt: true,
        revokedAt: true,
        createdAt: true,
      },
      orderBy: { id: 'asc' },
      take,
    })
    return rows.map(({ oauthApplication, ...row }) => ({
      ...row,
      clientId: oauthApplication?.clientId ?? null,
    }))
  })
