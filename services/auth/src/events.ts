import { metrics } from '@opentelemetry/api'
import { toOAuthError } from './oauth/errors'
import { grantName } from './token/grant-name'

const meter = metrics.getMeter('pas.auth')
const tokenGrants = meter.createCounter('pas.token.grants', {
  description: "Requests for tokens, by grant type and by outcome: 'issued' or OAuth's error code",
})
const signIns = meter.createCounter('pas.sign_ins', {
  description: 'Attempts to sign in, by what was checked and by the outcome',
})

/** By what is mailed: a one-time link, or a warning of wrong codes of a second factor. */
const mails = {
  one_time_link: meter.createCounter('pas.link_mails', {
    description: "Attempts to send a mail with a one-time link, by outcome: 'sent', 'delayed' or 'refused'",
  }),
  wrong_codes: meter.createCounter('pas.warning_mails', {
    description: "Attempts to send a mail about wrong codes, by outcome: 'sent', 'delayed' or 'refused'",
  }),
}

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

type SignInMethod = 'password' | 'second_factor' | 'openid'
type SignInOutcome = 'right' | 'wrong' | 'too_many' | 'unavailable'

/** Counts an attempt to sign in. A user with a second factor makes two: with password and second factor. */
export function signInAttempted(method: SignInMethod, { outcome }: { outcome: SignInOutcome }): void {
  signIns.add(1, { method, outcome })
}

export type MailKind = keyof typeof mails

/** Counts an attempt to send a mail: `delayed` is tried again, `refused` is not. */
export function mailTried(kind: MailKind, outcome: 'sent' | 'delayed' | 'refused'): void {
  mails[kind].add(1, { outcome })
}
