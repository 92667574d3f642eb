import type { Database } from '@pas/db/database'
import { isAuthorizationRequest, parameterOf, readQueryParameters } from './query-parameters'

/** Neither the application nor its account is disabled. */
export interface ActiveApplication {
  id: number
  clientId: string
  name: string
  account: { name: string }
  /** The operator's own: users are not asked for consent. */
  firstParty: boolean
  callbackUris: readonly string[]
}

export async function findActiveApplication(
  { db }: { db: Database },
  where: { clientId: string } | { id: number },
): Promise<ActiveApplication | null> {
  // Postgres's text cannot hold U+0000 and the query would fail; no client_id has it.
  if ('clientId' in where && where.clientId.includes('\0')) return null
  const application = await db.oauthApplication.findFirst({
    where: { ...where, disabledAt: null, account: { disabledAt: null } },
    select: {
      id: true,
      clientId: true,
      name: true,
      firstParty: true,
      account: { select: { name: true } },
      callbackUris: { select: { uri: true }, orderBy: { id: 'asc' } },
    },
  })
  return application && { ...application, callbackUris: application.callbackUris.map(({ uri }) => uri) }
}

/** Resolves to null for a path that is no authorization request, and for an unknown application. */
export async function findRequestingApplication(
  deps: { db: Database },
  path: string,
): Promise<ActiveApplication | null> {
  if (!isAuthorizationRequest(path)) return null
  const clientId = parameterOf(readQueryParameters(path), 'client_id')
  return clientId === null ? null : findActiveApplication(deps, { clientId })
}

/** RFC 6749 §3.1.2.3: compared as an exact string; may be null when only one URI is registered. */
export function findCallbackUri(
  { callbackUris }: ActiveApplication,
  redirectUri: string | null,
): string | null {
  if (redirectUri !== null) return callbackUris.find((uri) => uri === redirectUri) ?? null
  return callbackUris.length === 1 ? (callbackUris[0] ?? null) : null
}
