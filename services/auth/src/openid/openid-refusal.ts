/** Why nobody was signed in after the OpenID provider's answer, or before it. */
export type OpenidRefusalReason =
  /** The person, or the provider, declined. */
  | 'access_denied'
  /** This browser did not begin the sign-in, or more than 10 minutes ago. */
  | 'expired'
  /** The answer is not one to our request: a wrong state, nonce, issuer, audience, signature or time. */
  | 'invalid_answer'
  /** The provider cannot be reached, or does not work. */
  | 'unavailable'
  /** The provider does not say that the e-mail address is the person's own. */
  | 'unverified_email'
  /** No user who may sign in. One reason, so that nobody learns which addresses have a user. */
  | 'unknown_user'

/** Nobody is signed in by the OpenID provider. The message is for the operator. */
export class OpenidRefusal extends Error {
  override name = 'OpenidRefusal'

  constructor(
    readonly reason: OpenidRefusalReason,
    message: string,
    /** Members of the audit row, none of them secret. */
    readonly details: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
