import { readInPages } from '@pas/db/read-in-pages'
import type { DbDeps } from '@pas/db/row-deps'
import { whereStatus, type ListedStatus, type ListRange } from './listed-status'

export interface ApplicationFilter {
  accountId?: number | undefined
  name?: string | undefined
  status?: ListedStatus | undefined
}

export interface ListedApplication {
  id: number
  clientId: string
  name: string
  accountId: number
  callbackUris: string[]
  firstParty: boolean
  disabledAt: Date | null
  createdAt: Date
}

export const listOauthApplications = (
  { db }: DbDeps,
  { accountId, name, status }: ApplicationFilter,
  { after: first, limit }: ListRange,
): AsyncGenerator<ListedApplication[]> =>
  readInPages({ after: first ?? { id: 0 }, limit }, async ({ after, take }) => {
    const rows = await db.oauthApplication.findMany({
      where: {
        id: { gt: after.id },
        ...(accountId !== undefined && { accountId }),
        ...whereStatus(status),
        ...(name !== undefined && { name: { contains: name, mode: 'insensitive' } }),
      },
      select: {
        id: true,
        clientId: true,
        name: true,
        accountId: true,
        callbackUris: { select: { uri: true }, orderBy: { id: 'asc' } },
        firstParty: true,
        disabledAt: true,
        createdAt: true,
      },
      orderBy: { id: 'asc' },
      take,
    })
    return rows.map((row) => ({ ...row, callbackUris: row.callbackUris.map(({ uri }) => uri) }))
  })
