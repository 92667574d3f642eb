import { metrics } from '@opentelemetry/api'
import { toOAuthError } from './oauth/errors'

const meter = metrics.getMeter('pas.auth')
const tokenGrants = meter.createCounter('pas.token.grants', {
  description: "Requests for tokens, by grant type and by outcome: 'issued' or OAuth's error code",
})
const signIns = meter.createCounter('pas.sign_ins', {
  description: 'Attempts to sign in, by what was checked and by the outcome',
})

const mailCounters = {
  one_time_link: meter.createCounter('pas.link_mails', {
    description: "Attempts to send a mail with a one-time link, by outcome: 'sent', 'delayed' or 'refused'",
  }),
  invitation: meter.createCounter('pas.invitation_mails', {
    description: "Attempts to send an invitation's mail, by outcome: 'sent', 'delayed' or 'refused'",
  }),
  wrong_codes: meter.createCounter('pas.warning_mails', {
    description: "Attempts to send a mail about wrong codes, by outcome: 'sent', 'delayed' or 'refused'",
  }),
}

/** Returns `other` for an unknown type, which may be any text. */
export const grantName = (grantType: string | undefined): string =>
  grantType === 'authorization_code' || grantType === 'refresh_token' ? grantType : 'other'

/** Settles like `grant`. */
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

/** A user with a second factor makes two attempts. */
export function signInAttempted(method: SignInMethod, { outcome }: { outcome: SignInOutcome }): void {
  signIns.add(1, { method, outcome })
}

export type MailKind = keyof typeof mailCounters

/** `delayed` is tried again, `refused` is not. */
export function mailTried(kind: MailKind, outcome: 'sent' | 'delayed' | 'refused'): void {
  mailCounters[kind].add(1, { outcome })
}
