import type { Database } from '@pas/db/database'

/** An application that may ask: neither disabled nor of a disabled account. */
export interface ActiveApplication {
  id: number
  clientId: string
  name: string
  account: { name: string }
  callbackUris: readonly string[]
}

/** The active application with this client_id or id, or null. */
export async function findActiveApplication(
  { db }: { db: Database },
  where: { clientId: string } | { id: number },
): Promise<ActiveApplication | null> {
  // Postgres takes no NUL in a text; no client_id has one.
  if ('clientId' in where && where.clientId.includes('\0')) return null
  const found = await db.oauthApplication.findFirst({
    where: { ...where, disabledAt: null, account: { disabledAt: null } },
    select: {
      id: true,
      clientId: true,
      name: true,
      account: { select: { name: true } },
      callbackUris: { select: { uri: true }, orderBy: { id: 'asc' } },
    },
  })
  return found && { ...found, callbackUris: found.callbackUris.map(({ uri }) => uri) }
}

/**
 * RFC 6749 §3.1.2.3: the registered URI that a request means, or null. Compared by exact string; left out, it is the only one there
 * is.
 */
export function registeredCallbackUri(
  { callbackUris }: ActiveApplication,
  redirectUri: string | null,
): string | null {
  if (redirectUri !== null) return callbackUris.find((uri) => uri === redirectUri) ?? null
  return callbackUris.length === 1 ? (callbackUris[0] ?? null) : null
}
