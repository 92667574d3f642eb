import { metrics } from '@opentelemetry/api'
import type { SignInAttempt } from './login/attempt-sign-in'
import { toOAuthError } from './oauth/errors'
import { grantName } from './oauth/token/grant-name'

const meter = metrics.getMeter('pas.auth')
const tokenGrants = meter.createCounter('pas.token.grants', {
  description: "Requests for tokens, by grant type and by outcome: 'issued' or OAuth's error code",
})
const signIns = meter.createCounter('pas.sign_ins', {
  description: 'Attempts to sign in, by their outcome',
})

/** Counts a request for tokens by its outcome, and settles like `grant`. */
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

/** Counts an attempt to sign in by its outcome. */
export function signInAttempted({ outcome }: SignInAttempt): void {
  signIns.add(1, { outcome })
}
