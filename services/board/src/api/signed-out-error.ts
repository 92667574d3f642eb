/** The session is over: its tokens are no longer valid, or its row is gone. The reader has to sign in again. */
export class SignedOutError extends Error {
  override name = 'SignedOutError'
}
