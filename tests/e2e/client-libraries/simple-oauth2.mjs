import { randomUUID } from 'node:crypto'
import { AuthorizationCode } from 'simple-oauth2'
import { askCurrentUser, registered, reportRevoked, sendBrowserTo, show } from './partner.mjs'

const { authUrl, clientId, clientSecret, callback } = registered
// The library's default paths are the service's own, so none is set.
const library = new AuthorizationCode({
  client: { id: clientId, secret: clientSecret },
  auth: { tokenHost: authUrl },
})
const state = randomUUID()
const url = await sendBrowserTo(library.authorizeURL({ redirect_uri: callback, state }))
if (url.searchParams.get('state') !== state) throw new Error('wrong state')
const first = await library.getToken({ code: url.searchParams.get('code'), redirect_uri: callback })
if (first.expired()) throw new Error('expired at once')
const asFirst = await askCurrentUser(first.token.access_token)
const second = await first.refresh()
await show({ first: first.token.access_token, second: second.token.access_token }, [
  asFirst,
  await askCurrentUser(second.token.access_token),
])
await second.revokeAll()
reportRevoked()
