import { sha256 } from '@pas/accounts/secrets'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Response } from 'express'
import type { ActiveApplication } from '../oauth/active-application'
import { callbackLocation } from '../oauth/callback-location'
import type { CallbackTarget } from '../oauth/errors'
import { makeCode } from '../oauth/oauth2-server'
import type { SignedInUser } from '../sessions/signed-in-user'
import type { AuthorizationRequest } from './read-authorization-request'

/** docs/contract.md §2.1. */
const codeLifetimeMs = 60_000

export interface GrantedRequest {
  application: ActiveApplication
  callbackUri: string
  user: Pick<SignedInUser, 'id' | 'sessionId'>
  request: AuthorizationRequest
}

/**
 * Does not ask for consent. Resolves to null when the session has ended or the consent was taken back. Locks both rows
 * until the code is committed, so that ending the session or the consent also ends the code.
 */
export async function issueAuthorizationCode(
  deps: DatabaseDeps,
  granted: GrantedRequest,
): Promise<string | null> {
  const { application, callbackUri, user, request } = granted
  let isStored = false
  const codeRequest = {
    application,
    callbackUri,
    userId: user.id,
    scope: request.scope,
    codeChallenge: request.codeChallenge,
  }
  const code = await makeCode(codeRequest, async (newCode) => {
    const expiresAt = new Date(deps.clock.now().getTime() + codeLifetimeMs)
    isStored = await storeCode(deps, granted, { ...newCode, expiresAt })
  })
  return isStored ? code : null
}

/** RFC 6749 §4.1.2. */
export function redirectWithCode(
  res: Response,
  status: 302 | 303,
  { callbackUri, state }: CallbackTarget,
  code: string,
): void {
  const location = callbackLocation(callbackUri, { code, state })
  res.status(status).set({ Location: location, 'Cache-Control': 'no-store' }).end()
}

async function storeCode(
  { db, clock }: DatabaseDeps,
  { application, user, request }: GrantedRequest,
  { code, codeChallenge, expiresAt }: { code: string; codeChallenge: string | null; expiresAt: Date },
): Promise<boolean> {
  // Stores redirect_uri as it was sent; null when it was left out. oauth2-server would then store the registered URI,
  // and require it at the exchange.
  const stored = await db.$executeRaw`
    INSERT INTO authorization_codes
           (code_hash, oauth_application_id, user_id, redirect_uri, scope, code_challenge, expires_at, sign_in_id,
            actor_user_id, family_expires_at)
    SELECT ${sha256(code)}::bytea, c.oauth_application_id, c.user_id, ${request.redirectUri}::text, ${request.scope}::text,
           ${codeChallenge}::text, ${expiresAt}::timestamptz, s.sign_in_id, s.actor_user_id,
           CASE WHEN ${application.firstParty}::boolean THEN s.expires_at END
      FROM sessions s JOIN consents c ON c.user_id = s.user_id
     WHERE s.id_hash = ${sha256(user.sessionId)}::bytea AND s.user_id = ${user.id}::int AND s.expires_at > ${clock.now()}::timestamptz
       AND c.oauth_application_id = ${application.id}::int
       FOR KEY SHARE OF s, c`
  return stored === 1
}
