import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@pas/runtime/logger'
import { ApiAnswerError } from '../api/api-answer-error'
import type { AccessTokens } from '../api/authorized-calls'
import { SignedOutError } from '../api/signed-out-error'
import { GrantRefusedError, type AuthorizationServer } from '../oauth/authorization-server'
import {
  claimRefresh,
  deleteSession,
  findSession,
  releaseRefresh,
  storeTokens,
  type BoardSession,
  type SessionStoreDeps,
} from './session-store'

export interface SessionDeps extends SessionStoreDeps {
  authorizationServer: AuthorizationServer
  logger: Logger
}

/** An access token that expires sooner is replaced before use. */
const leewayMs = 30_000
/** How long a claim lasts; above the timeout of the request to auth (10 s). */
const claimMs = 20_000
const askAgainMs = 50

/**
 * A refresh token presented twice ends its family (docs/contract.md §2.2). So one request claims it in the session's
 * row, where requests of all processes wait for the new tokens.
 */
export function createSessionTokens(deps: SessionDeps, session: BoardSession): AccessTokens {
  const { clock } = deps
  let current = session
  const use = (newer: BoardSession): string => {
    current = newer
    return newer.tokens.accessToken
  }
  const isFresh = ({ tokens }: BoardSession): boolean =>
    tokens.accessExpiresAt.getTime() - clock.now().getTime() > leewayMs

  const end = async (): Promise<SignedOutError> => {
    await deleteSession(deps, session.id)
    return new SignedOutError('The tokens of the session are no longer valid')
  }
  const refresh = async (claimed: BoardSession): Promise<BoardSession> => {
    try {
      const tokens = await deps.authorizationServer.refresh(claimed.tokens.refreshToken)
      if (await storeTokens(deps, claimed, tokens))
        return { ...claimed, tokens, refreshes: claimed.refreshes + 1 }
      // The user has signed out meanwhile.
      await deps.authorizationServer.revoke(tokens.refreshToken)
      throw new SignedOutError('The session has ended while its tokens were replaced')
    } catch (error) {
      if (error instanceof GrantRefusedError) throw await end()
      if (!(error instanceof SignedOutError)) await releaseRefresh(deps, claimed)
      throw error
    }
  }
  const replace = async (refused: string | null): Promise<string> => {
    const giveUpAt = performance.now() + claimMs
    for (;;) {
      const stored = await findSession(deps, session.id)
      if (!stored) throw new SignedOutError('The session has ended')
      if (stored.tokens.accessToken !== refused && isFresh(stored)) return use(stored)
      if (await claimRefresh(deps, stored, new Date(clock.now().getTime() + claimMs)))
        return use(await refresh(stored))
      if (performance.now() > giveUpAt)
        throw new ApiAnswerError(503, 'unavailable', 'The access token could not be replaced in time.')
      await delay(askAgainMs)
    }
  }
  return {
    get: async () => (isFresh(current) ? current.tokens.accessToken : replace(null)),
    replace,
    end,
  }
}
