import * as library from 'oauth4webapi'
import { registered, reportRevoked, sendBrowserTo, show } from './partner.mjs'

const { authUrl, currentUserUrl, clientId, clientSecret, callback } = registered
const issuer = new URL(authUrl)
const found = await library.discoveryRequest(issuer, { algorithm: 'oauth2' })
const server = await library.processDiscoveryResponse(issuer, found)
const application = { client_id: clientId }
const authentication = library.ClientSecretBasic(clientSecret)
const state = library.generateRandomState()
const verifier = library.generateRandomCodeVerifier()

const authorizeUrl = new URL(server.authorization_endpoint)
authorizeUrl.searchParams.set('client_id', clientId)
authorizeUrl.searchParams.set('redirect_uri', callback)
authorizeUrl.searchParams.set('response_type', 'code')
authorizeUrl.searchParams.set('state', state)
authorizeUrl.searchParams.set('code_challenge', await library.calculatePKCECodeChallenge(verifier))
authorizeUrl.searchParams.set('code_challenge_method', 'S256')
const url = await sendBrowserTo(authorizeUrl)

const answer = library.validateAuthResponse(server, application, url, state)
const first = await library.processAuthorizationCodeResponse(
  server,
  application,
  await library.authorizationCodeGrantRequest(
    server,
    application,
    authentication,
    answer,
    callback,
    verifier,
  ),
)
const currentUser = (accessToken) =>
  library.protectedResourceRequest(accessToken, 'GET', new URL(currentUserUrl))
const asFirst = await currentUser(first.access_token)
const second = await library.processRefreshTokenResponse(
  server,
  application,
  await library.refreshTokenGrantRequest(server, application, authentication, first.refresh_token),
)
await show({ first: first.access_token, second: second.access_token }, [
  asFirst,
  await currentUser(second.access_token),
])
await library.processRevocationResponse(
  await library.revocationRequest(server, application, authentication, second.refresh_token),
)
reportRevoked()
