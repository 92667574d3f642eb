import { randomUUID } from 'node:crypto'
import { generateCodeVerifier, OAuth2Client, OAuth2Fetch } from '@badgateway/oauth2-client'
import { registered, reportRevoked, sendBrowserTo, show } from './partner.mjs'

const { authUrl, currentUserUrl, clientId, clientSecret, callback } = registered
// The library discovers the endpoints from the server's metadata (RFC 8414).
const library = new OAuth2Client({ server: authUrl, clientId, clientSecret })
const request = { redirectUri: callback, state: randomUUID(), codeVerifier: await generateCodeVerifier() }
const url = await sendBrowserTo(await library.authorizationCode.getAuthorizeUri(request))
const first = await library.authorizationCode.getTokenFromCodeRedirect(url, request)
// The library's own fetch adds the token. A scheduled refresh would keep this process from ending.
const currentUser = (token) =>
  new OAuth2Fetch({ client: library, getNewToken: () => token, scheduleRefresh: false }).fetch(currentUserUrl)
const asFirst = await currentUser(first)
const second = await library.refreshToken(first)
const asSecond = await currentUser(second)
await show({ first: first.accessToken, second: second.accessToken }, [asFirst, asSecond])
await library.revoke(second)
reportRevoked()
