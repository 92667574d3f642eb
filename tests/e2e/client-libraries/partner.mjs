import { createInterface } from 'node:readline'

/** The addresses and credentials that the test passes to this partner application. */
export const registered = {
  authUrl: process.env.AUTH_URL,
  currentUserUrl: `${process.env.API_URL}/v2/users/current`,
  clientId: process.env.CLIENT_ID,
  clientSecret: process.env.CLIENT_SECRET,
  callback: process.env.CALLBACK,
}

/** The lines that the test writes to standard input. */
const told = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

/** Tells the test where to send the browser, and resolves to the URL to which the browser was redirected. */
export async function sendBrowserTo(authorizeUrl) {
  console.log(JSON.stringify({ authorizeUrl: String(authorizeUrl) }))
  return new URL((await told.next()).value)
}

/** Requests the current user with an access token, for libraries that have no request function of their own. */
export const askCurrentUser = (accessToken) =>
  fetch(registered.currentUserUrl, { headers: { Authorization: `Bearer ${accessToken}` } })

/**
 * Tells the test both access tokens and the answers of `/v2/users/current` to each. Resolves when the test has checked
 * them.
 */
export async function show({ first, second }, answers) {
  const users = []
  for (const answer of answers) users.push(await answer.json())
  console.log(JSON.stringify({ first, second, users }))
  await told.next()
}

/** Tells the test that the tokens were revoked, and lets this process end. */
export function reportRevoked() {
  console.log(JSON.stringify({ revoked: 'yes' }))
  process.stdin.destroy()
}
