import OAuth2Server from 'oauth2-server'

/**
 * Settles like `work`, but rejects with the error that a model threw, which oauth2-server wraps in its own
 * `ServerError`.
 */
export async function unwrapped<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof OAuth2Server.ServerError && 'inner' in error) throw error.inner
    throw error
  }
}
