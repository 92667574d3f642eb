import { randomUUID } from 'node:crypto'
import { generateCodeVerifier, OAuth2Client } from '@badgateway/oauth2-client'
import { registered, reportRevoked, sendBrowserTo, show } from './partner.mjs'

const { authUrl, clientId, clientSecret, callback } = registered
// It finds the endpoints by itself.
const library = new OAuth2Client({ server: authUrl, clientId, clientSecret })
const request = { redirectUri: callback, state: randomUUID(), codeVerifier: await generateCodeVerifier() }
const url = await sendBrowserTo(await library.authorizationCode.getAuthorizeUri(request))
const first = await library.authorizationCode.getTokenFromCodeRedirect(url, request)
const second = await library.refreshToken(first)
await show({ first: first.accessToken, second: second.accessToken })
await library.revoke(second)
reportRevoked()
