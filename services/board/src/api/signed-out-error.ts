/**
 * The session's tokens are no longer valid, or its row is gone. `views/page-error-responder` redirects to the sign-in.
 */
export class SignedOutError extends Error {
  override name = 'SignedOutError'
}
