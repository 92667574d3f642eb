import type { DbDeps } from '@pas/db/row-deps'
import { hasStatus, type ListedStatus } from './listed-status'
import { readInPages, type ListPart } from './read-in-pages'

/** Which applications to list; all of them when nothing is given. */
export interface ApplicationFilter {
  accountId?: number | undefined
  /** Text that the name contains, in any case. */
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

/** Applications, oldest first, in pages. */
export const listOauthApplications = (
  { db }: DbDeps,
  { accountId, name, status }: ApplicationFilter,
  part: ListPart,
): AsyncGenerator<ListedApplication[]> =>
  readInPages(part, async ({ afterId, take }) => {
    const rows = await db.oauthApplication.findMany({
      where: {
        id: { gt: afterId },
        ...(accountId !== undefined && { accountId }),
        ...hasStatus(status),
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
