export type OpenidRefusalReason =
  /** RFC 6749 §4.1.2.1: the person or the provider declined. */
  | 'access_denied'
  /** This browser did not begin the sign-in, or began it more than 10 minutes ago. */
  | 'expired'
  /** The answer's state, nonce, issuer, audience, signature or time is wrong. */
  | 'invalid_answer'
  | 'unavailable'
  | 'unverified_email'
  /**
   * No user has the address, or the user is disabled or has another identity at the provider. One reason for all, so
   * that strangers do not learn which addresses have a user.
   */
  | 'unknown_user'

/** The message is for the operator; people read the page's text of `reason`. */
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
