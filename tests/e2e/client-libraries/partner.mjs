import { createInterface } from 'node:readline'

/** What the test gave this partner application. */
export const registered = {
  authUrl: process.env.AUTH_URL,
  currentUserUrl: `${process.env.API_URL}/v2/users/current`,
  clientId: process.env.CLIENT_ID,
  clientSecret: process.env.CLIENT_SECRET,
  callback: process.env.CALLBACK,
}

/** What the test tells, line by line. */
const told = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

/** Says where to send the browser, and resolves to the URL that it came back to. */
export async function sendBrowserTo(authorizeUrl) {
  console.log(JSON.stringify({ authorizeUrl: String(authorizeUrl) }))
  return new URL((await told.next()).value)
}

/** The user of an access token, for libraries that ask nothing themselves. */
export const askCurrentUser = (accessToken) =>
  fetch(registered.currentUserUrl, { headers: { Authorization: `Bearer ${accessToken}` } })

/**
 * Shows both access tokens and what `/v2/users/current` answered to each, and resolves when the test has looked at
 * them.
 */
export async function show({ first, second }, answers) {
  const users = []
  for (const answer of answers) users.push(await answer.json())
  console.log(JSON.stringify({ first, second, users }))
  await told.next()
}

/** Says that they were revoked; nothing comes after. */
export function reportRevoked() {
  console.log(JSON.stringify({ revoked: 'yes' }))
  process.stdin.destroy()
}
