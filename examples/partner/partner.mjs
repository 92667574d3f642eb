/*
 * A whole web application of a partner, without a dependency: users connect their account, and see their name and a
 * newsletter of the partner in the email clients that they test with. Every request to the service is one function
 * below. It reads these variables:
 *
 * - AUTH_URL, API_URL, INSTANT_URL: the service's addresses
 * - CLIENT_ID, CLIENT_SECRET: the credentials that the operator issued
 * - CALLBACK_URL: the callback URI that the operator registered; this application listens on its port
 * - TLS_CERT_FILE, TLS_KEY_FILE: this application's own certificate and key, as PEM files
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import https from 'node:https'

const {
  AUTH_URL,
  API_URL,
  INSTANT_URL,
  CLIENT_ID,
  CLIENT_SECRET,
  CALLBACK_URL,
  TLS_CERT_FILE,
  TLS_KEY_FILE,
} = process.env
const callback = new URL(CALLBACK_URL)
const newsletter = readFileSync(new URL('newsletter.html', import.meta.url), 'utf8')

/**
 * The state of each browser's session, by the value of its cookie. A real application keeps it in its database, with
 * the tokens encrypted.
 */
const visitors = new Map()

// ── Authorization ──

/**
 * Where to send the browser for authorization. `state` ties the answer to this browser (RFC 6749 §10.12); the code
 * challenge ties the code to this application (RFC 7636).
 */
function authorizeUrl(visitor) {
  visitor.state = randomBytes(16).toString('base64url')
  visitor.codeVerifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: CALLBACK_URL,
    state: visitor.state,
    code_challenge: createHash('sha256').update(visitor.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return `${AUTH_URL}/oauth/authorize?${query}`
}

async function requestTokens(grant) {
  const response = await postJson(`${AUTH_URL}/oauth/token`, {
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    ...grant,
  })
  const answer = await response.json()
  if (response.status !== 200) throw new Error(`${answer.error}: ${answer.error_description}`)
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    // A minute early, so that a token does not expire on its way to the service.
    expiresAt: Date.now() + (answer.expires_in - 60) * 1_000,
  }
}

const exchangeCode = (visitor, code) =>
  requestTokens({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK_URL,
    code_verifier: visitor.codeVerifier,
  })

/** An access token that has not expired. A refresh gives a new access token and a new refresh token. */
async function freshAccessToken(visitor) {
  if (Date.now() > visitor.tokens.expiresAt) {
    visitor.tokens = await requestTokens({
      grant_type: 'refresh_token',
      refresh_token: visitor.tokens.refreshToken,
    })
  }
  return visitor.tokens.accessToken
}

const revokeTokens = ({ tokens }) =>
  postJson(`${AUTH_URL}/oauth/revoke`, {
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    token: tokens.refreshToken,
  })

// ── What the token is for ──

async function callService(visitor, url, init = {}) {
  const headers = { ...init.headers, Authorization: `Bearer ${await freshAccessToken(visitor)}` }
  const response = await fetch(url, { ...init, headers })
  if (response.status === 401) {
    // The user or the service revoked the token: the user has to authorize this application again.
    delete visitor.tokens
    throw new NotConnectedError()
  }
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const currentUser = async (visitor) => (await callService(visitor, `${API_URL}/v2/users/current`)).user
const emailClientsOf = async (visitor) =>
  (await callService(visitor, `${API_URL}/v2/user_settings/clients`)).clients
const configurationUrl = async (visitor) =>
  (await callService(visitor, `${API_URL}/v2/user_settings/clients/configuration_url`)).configuration_url
const createEmail = async (visitor) =>
  (
    await callService(visitor, `${INSTANT_URL}/emails`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ subject: 'Our newsletter', html_text: newsletter }),
    })
  ).email_guid

const postJson = (url, body) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

class NotConnectedError extends Error {}

// ── Pages ──

const routes = {
  'GET /': async (visitor) => {
    if (!visitor.tokens) return page('<p><a href="/connect">Connect your account</a></p>')
    const { full_name: name } = await currentUser(visitor)
    return page(`<p>Connected as <b id="user">${escapeHtml(name)}</b></p>
      <form method="post" action="/previews"><button>Preview our newsletter</button></form>
      <form method="post" action="/disconnect"><button>Disconnect</button></form>`)
  },

  'GET /connect': (visitor) => redirect(authorizeUrl(visitor)),

  [`GET ${callback.pathname}`]: async (visitor, query) => {
    const { state } = visitor
    delete visitor.state
    // RFC 6749 §10.12: without this check an attacker could have this browser use the attacker's code.
    if (!state || query.get('state') !== state)
      return page('<p>That answer was not for this browser.</p>', 400)
    if (query.has('error')) return page(`<p id="error">Not connected: ${escapeHtml(query.get('error'))}</p>`)
    visitor.tokens = await exchangeCode(visitor, query.get('code'))
    return redirect('/')
  },

  'POST /previews': async (visitor) => {
    const [emailGuid, emailClients, settings] = await Promise.all([
      createEmail(visitor),
      emailClientsOf(visitor),
      configurationUrl(visitor),
    ])
    // The browser needs only the preview's address, and no credential: the service answers when the picture is ready.
    const figures = emailClients.map(
      ({ code, name, platform }) => `<figure>
        <figcaption>${escapeHtml(name)}, ${escapeHtml(platform)}</figcaption>
        <img width="300" alt="" src="${INSTANT_URL}/emails/${emailGuid}/previews/${code}/full">
      </figure>`,
    )
    return page(
      `<p><a id="settings" href="${escapeHtml(settings)}">Choose your email clients</a></p>${figures.join('')}`,
    )
  },

  'POST /disconnect': async (visitor) => {
    if (visitor.tokens) await revokeTokens(visitor)
    delete visitor.tokens
    return redirect('/')
  },
}

const page = (content, status = 200) => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><title>A partner</title><h1>A partner</h1>${content}</html>`,
})
const redirect = (location) => ({ status: 303, headers: { Location: location }, body: '' })
const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function visitorOf(request, headers) {
  const id = /(?:^|; )__Host-partner=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  if (id && visitors.has(id)) return visitors.get(id)
  const newId = randomBytes(16).toString('base64url')
  const visitor = {}
  visitors.set(newId, visitor)
  headers['Set-Cookie'] = `__Host-partner=${newId}; Path=/; Secure; HttpOnly; SameSite=Lax`
  return visitor
}

async function answer(request, headers) {
  const { pathname, searchParams } = new URL(request.url, CALLBACK_URL)
  const visitor = visitorOf(request, headers)
  try {
    const route = routes[`${request.method} ${pathname}`]
    return route ? await route(visitor, searchParams) : page('<p>Nothing here.</p>', 404)
  } catch (error) {
    if (error instanceof NotConnectedError) return redirect('/')
    return page(`<p id="error">${escapeHtml(error.message)}</p>`, 502)
  }
}

https
  .createServer(
    { cert: readFileSync(TLS_CERT_FILE), key: readFileSync(TLS_KEY_FILE) },
    async (request, response) => {
      const cookies = {}
      const { status, headers, body } = await answer(request, cookies)
      response.writeHead(status, { ...headers, ...cookies }).end(body)
    },
  )
  .listen(Number(callback.port || 443), callback.hostname, () => {
    console.log(`open ${callback.origin}`)
  })
