import type { DbDeps } from '@pas/db/row-deps'
import type { apiKeyStatuses } from './listed-status'
import { readInPages, type ListPart } from './read-in-pages'

/** Which API keys to list; all of them when nothing is given. */
export interface ApiKeyFilter {
  accountId?: number | undefined
  clientId?: string | undefined
  status?: (typeof apiKeyStatuses)[number] | undefined
}

export interface ListedApiKey {
  id: number
  prefix: string
  accountId: number
  /** The client_id of the application for which the key was made; null for a key of the account alone. */
  clientId: string | null
  revokedAt: Date | null
  createdAt: Date
}

/** API keys, oldest first, in pages. */
export const listApiKeys = (
  { db }: DbDeps,
  { accountId, clientId, status }: ApiKeyFilter,
  part: ListPart,
): AsyncGenerator<ListedApiKey[]> =>
  readInPages(part, async ({ afterId, take }) => {
    const rows = await db.apiKey.findMany({
      where: {
        id: { gt: afterId },
        ...(accountId !== undefined && { accountId }),
        ...(clientId !== undefined && { oauthApplication: { clientId } }),
        ...(status !== undefined && { revokedAt: status === 'active' ? null : { not: null } }),
      },
      select: {
        id: true,
        prefix: true,
        accountId: true,
        oauthApplication: { select: { clientId: true } },
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
