import * as library from 'openid-client'
import { registered, reportRevoked, sendBrowserTo, show } from './partner.mjs'

const { authUrl, currentUserUrl, clientId, clientSecret, callback } = registered
const config = await library.discovery(new URL(authUrl), clientId, clientSecret, undefined, {
  algorithm: 'oauth2',
})
const pkceCodeVerifier = library.randomPKCECodeVerifier()
const url = await sendBrowserTo(
  library.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'full',
    code_challenge: await library.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  }),
)
const first = await library.authorizationCodeGrant(config, url, { pkceCodeVerifier })
const currentUser = (accessToken) =>
  library.fetchProtectedResource(config, accessToken, new URL(currentUserUrl), 'GET')
const asFirst = await currentUser(first.access_token)
const second = await library.refreshTokenGrant(config, first.refresh_token)
await show({ first: first.access_token, second: second.access_token }, [
  asFirst,
  await currentUser(second.access_token),
])
await library.tokenRevocation(config, second.access_token)
reportRevoked()
