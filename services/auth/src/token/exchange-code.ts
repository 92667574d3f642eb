import { assertCodeAlive } from './assert-code-alive'
import { assertCodeOfApplication } from './assert-code-of-application'
import { assertRedirectUriOfCode } from './assert-redirect-uri-of-code'
import { assertVerifierForChallenge } from './assert-verifier-for-challenge'
import { OAuthError } from '../oauth/errors'
import type { Throttle } from '../throttle/open-throttle'
import { invalidateCode } from './invalidate-code'
import type { CodeBatches } from './code-batches'
import { runGrant } from '../oauth/oauth2-server'
import { invalidCode } from './invalid-grant'
import type { IssuedTokens } from './issued-tokens'
import { assertAuthenticated } from './authenticated-application'
import { withinIssueLimit } from './issue-limit'
import { revokeFamilyOfCode } from './revoke-family-of-code'
import type { GrantDeps, TokenRequest } from './token-request'

/** RFC 6749 §4.1.3: a code for tokens, in two statements and one commit, shared with a batch. */
export async function exchangeCode(
  deps: GrantDeps & { throttle: Throttle; codes: CodeBatches },
  { credentials, parameters, ip }: TokenRequest,
): Promise<IssuedTokens> {
  const sentCode = parameters.get('code')
  const found = await deps.codes.find({ clientId: credentials.clientId, code: sentCode ?? '' })
  const application = assertAuthenticated(found.application, credentials)
  if (sentCode === undefined) {
    throw new OAuthError('invalid_request', 'code is missing; send the one that came to the callback URI.')
  }
  const code = assertCodeOfApplication(found.code, application)
  const caller = { application, ip }
  if (code.isUsed) {
    // RFC 6749 §10.5: a code that is used twice may have leaked, so the tokens that it issued are revoked.
    await revokeFamilyOfCode(deps, sentCode, caller)
    throw invalidCode()
  }
  assertCodeAlive(code, deps.clock.now())
  assertRedirectUriOfCode(code, parameters.get('redirect_uri'))
  assertVerifierForChallenge(code, parameters.get('code_verifier'))

  const outcome = await withinIssueLimit(deps, code, () =>
    runGrant({ application, userId: code.userId, scope: code.scope, parameters, code }, (tokens) =>
      deps.codes.consume({ sentCode, code, tokens, caller }),
    ),
  )
  switch (outcome.kind) {
    case 'issued':
      return outcome.tokens
    case 'refused':
      // RFC 7636 §4.6: everything else was checked, so the code_verifier is wrong. The code is invalidated, so that it
      // cannot be guessed.
      await invalidateCode(deps, sentCode, caller)
      throw invalidCode()
    case 'lost':
      await revokeFamilyOfCode(deps, sentCode, caller)
      throw invalidCode()
  }
}
