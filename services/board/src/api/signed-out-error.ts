/**
 * The session is over: its tokens are no longer valid, or its row is gone. `views/page-error-responder` answers it by
 * leading the browser to the sign-in.
 */
export class SignedOutError extends Error {
  override name = 'SignedOutError'
}
