import { metrics } from '@opentelemetry/api'
import type { SignInAttempt } from './login/attempt-sign-in'
import { toOAuthError } from './oauth/errors'
import { grantName } from './oauth/token/grant-name'

const meter = metrics.getMeter('pas.auth')
const tokenGrants = meter.createCounter('pas.token.grants', {
  description: "Requests for tokens, by what they present and 'issued' or OAuth's error code",
})
const signIns = meter.createCounter('pas.sign_ins', {
  description: 'Attempts to sign in, by their outcome',
})

/** A request for tokens is answered once `grant` settles. */
export async function tokensRequested<Tokens>(
  grantType: string | undefined,
  grant: Promise<Tokens>,
): Promise<Tokens> {
  const count = (outcome: string): void => tokenGrants.add(1, { grant_type: grantName(grantType), outcome })
  try {
    const tokens = await grant
    count('issued')
    return tokens
  } catch (error) {
    count(toOAuthError(error).code)
    throw error
  }
}

/** Somebody tried to sign in. */
export function signInAttempted({ outcome }: SignInAttempt): void {
  signIns.add(1, { outcome })
}
