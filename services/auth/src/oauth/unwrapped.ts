import OAuth2Server from 'oauth2-server'

/** The library wraps what a model throws in its own `server_error`, message and all; this gives back what was thrown. */
export async function unwrapped<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof OAuth2Server.ServerError && 'inner' in error) throw error.inner
    throw error
  }
}
