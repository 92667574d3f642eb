import type { AccountsDeps } from './accounts-deps'

/** An application as an operator sees it. */
export interface ListedApplication {
  clientId: string
  name: string
  accountId: number
  callbackUris: string[]
  status: 'active' | 'disabled'
  createdAt: Date
}

/** Every application, oldest first. */
export async function listOauthApplications({ db }: Pick<AccountsDeps, 'db'>): Promise<ListedApplication[]> {
  const applications = await db.oauthApplication.findMany({
    orderBy: { id: 'asc' },
    include: { callbackUris: { orderBy: { id: 'asc' } } },
  })
  return applications.map((application) => ({
    clientId: application.clientId,
    name: application.name,
    accountId: application.accountId,
    callbackUris: application.callbackUris.map(({ uri }) => uri),
    status: application.disabledAt ? 'disabled' : 'active',
    createdAt: application.createdAt,
  }))
}
