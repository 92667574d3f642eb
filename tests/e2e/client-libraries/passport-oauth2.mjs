import { promisify } from 'node:util'
import Strategy from 'passport-oauth2'
import { askCurrentUser, registered, reportRevoked, sendBrowserTo, show } from './partner.mjs'

const { authUrl, clientId, clientSecret, callback } = registered
const strategy = new Strategy(
  {
    authorizationURL: `${authUrl}/oauth/authorize`,
    tokenURL: `${authUrl}/oauth/token`,
    clientID: clientId,
    clientSecret,
    callbackURL: callback,
    state: true,
  },
  (accessToken, refreshToken, _profile, done) => done(null, { accessToken, refreshToken }),
)
strategy.userProfile = (_accessToken, done) => done(null, {})

/** Runs the strategy for one request, as passport does. */
const session = {}
const authenticate = (query) =>
  new Promise((resolve, reject) => {
    const request = Object.create(strategy)
    request.redirect = (url) => resolve({ redirect: url })
    request.success = (user) => resolve({ user })
    request.fail = (why) => reject(new Error(`failed: ${JSON.stringify(why)}`))
    request.error = reject
    request.authenticate({ query, session, headers: {}, url: '/callback' }, {})
  })

const { redirect } = await authenticate({})
const url = await sendBrowserTo(redirect)
const { user } = await authenticate(Object.fromEntries(url.searchParams))
const asFirst = await askCurrentUser(user.accessToken)
// Refreshing is a function of the strategy's inner client. The library cannot revoke, so the test does it below.
const refresh = promisify(strategy._oauth2.getOAuthAccessToken).bind(strategy._oauth2)
const second = await refresh(user.refreshToken, { grant_type: 'refresh_token' })
await show({ first: user.accessToken, second }, [asFirst, await askCurrentUser(second)])
const revoked = await fetch(`${authUrl}/oauth/revoke`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, token: second }),
})
if (revoked.status !== 200) throw new Error(`revoking answered ${revoked.status}`)
reportRevoked()
