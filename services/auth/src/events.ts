import { metrics } from '@opentelemetry/api'
import type { SignInAttempt } from './login/attempt-sign-in'
import { toOAuthError } from './oauth/errors'
import { grantName } from './token/grant-name'

const meter = metrics.getMeter('pas.auth')
const tokenGrants = meter.createCounter('pas.token.grants', {
  description: "Requests for tokens, by grant type and by outcome: 'issued' or OAuth's error code",
})
const signIns = meter.createCounter('pas.sign_ins', {
  description: 'Attempts to sign in, by their outcome',
})

const linkMails = meter.createCounter('pas.link_mails', {
  description: "Attempts to send a mail with a one-time link, by outcome: 'sent', 'delayed' or 'refused'",
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

/** Counts an attempt to mail a one-time link: `delayed` is tried again, `refused` is not. */
export function linkMailTried(outcome: 'sent' | 'delayed' | 'refused'): void {
  linkMails.add(1, { outcome })
}
