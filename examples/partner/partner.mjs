/*
 * A whole web application of a partner, without a dependency: people connect their account, see the partner's
 * newsletter in the email clients that they test with, and read why it looks as it does there. Every request to the
 * service is one function below. It reads these variables:
 *
 * - AUTH_URL, API_URL, INSTANT_URL: the service's addresses
 * - CLIENT_ID, CLIENT_SECRET: the credentials that the operator issued
 * - CALLBACK_URL: the callback URI that the operator registered; this application listens on its port
 * - TLS_CERT_FILE, TLS_KEY_FILE: this application's own certificate and key, as PEM files
 * - NEWSLETTER_IMAGES_URL: the web server with the newsletter's images
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import { pipeline, Readable } from 'node:stream'

const {
  AUTH_URL,
  API_URL,
  INSTANT_URL,
  CLIENT_ID,
  CLIENT_SECRET,
  CALLBACK_URL,
  TLS_CERT_FILE,
  TLS_KEY_FILE,
  NEWSLETTER_IMAGES_URL = '',
} = process.env
const callback = new URL(CALLBACK_URL)
const newsletter = {
  subject: 'The sky this week: two hundred shooting stars',
  from_address: 'letter@kestrel-observatory.example',
  from_display_name: 'Kestrel Observatory',
  html_text: readFileSync(new URL('newsletter.html', import.meta.url), 'utf8').replaceAll(
    '{{images}}',
    NEWSLETTER_IMAGES_URL,
  ),
}

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
  if (response.status !== 200) throw await ServiceError.of(response)
  const answer = await response.json()
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

const revokeTokens = ({ refreshToken }) =>
  postJson(`${AUTH_URL}/oauth/revoke`, {
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    token: refreshToken,
  })

// ── What the token is for ──

async function callService(visitor, url, init = {}) {
  const headers = { ...init.headers, Authorization: `Bearer ${await freshAccessToken(visitor)}` }
  const response = await fetch(url, { ...init, headers })
  if (!response.ok) throw await ServiceError.of(response)
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
      body: JSON.stringify(newsletter),
    })
  ).email_guid

/**
 * Has the pictures of these email clients drawn; those that are drawn or requested already are not drawn again. Needs
 * no token, but strangers cannot use up what the user's account may have drawn with one.
 */
const prefetch = (visitor, emailGuid, codes) =>
  callService(visitor, `${INSTANT_URL}/emails/${emailGuid}/previews/prefetch`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ configurations: codes.map((client) => ({ client })) }),
  })

/**
 * The stream of events of an email's previews, as the service sends it. Needs no token, but without one all visitors
 * of this application would share the few streams that one address may have.
 */
async function followPreviews(visitor) {
  const response = await fetch(`${INSTANT_URL}/emails/${visitor.emailGuid}/events`, {
    headers: {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${await freshAccessToken(visitor)}`,
    },
  })
  if (!response.ok) throw await ServiceError.of(response)
  return Readable.fromWeb(response.body)
}

const changesIn = (visitor, emailGuid, code) => callService(visitor, `${previewUrl(emailGuid, code)}/changes`)

/** What is wrong with an email in the user's email clients. The service answers when all is measured, after 20 s at most. */
const checksOf = (visitor, emailGuid) =>
  callService(visitor, `${INSTANT_URL}/emails/${emailGuid}/checks`, { headers: { Prefer: 'wait=20' } })

/** The options, fidelity and status of every email client, by its code. Needs no token. */
async function configurations() {
  const response = await fetch(`${INSTANT_URL}/clients/configurations`)
  if (!response.ok) throw await ServiceError.of(response)
  return response.json()
}

const previewUrl = (emailGuid, code) =>
  `${INSTANT_URL}/emails/${emailGuid}/previews/${encodeURIComponent(code)}`

const postJson = (url, body) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** An answer of the service that is not a success. Its message is for this application's developer. */
class ServiceError extends Error {
  static async of(response) {
    const error = new ServiceError(`${response.url} answered ${response.status}: ${await response.text()}`)
    return Object.assign(error, {
      status: response.status,
      retryAfterS: response.headers.get('retry-after'),
      // The user or the service revoked the token: the user has to authorize this application again.
      isRevoked: response.status === 401 || error.message.includes('"invalid_grant"'),
    })
  }
}

/** The text about an error that a person reads. */
function explain(error) {
  if (error.status === 404) return 'This preview is no longer there. Preview the newsletter again.'
  if (error.status === 403) return 'Your account at the preview service is disabled. Ask whoever manages it.'
  if (error.status === 429)
    return `That was a lot of previews. Please try again in ${error.retryAfterS ?? 60} seconds.`
  return 'The preview service does not answer right now. Please try again in a minute.'
}

// ── Pages ──

const routes = {
  'GET /': async (visitor) => {
    if (!visitor.tokens)
      return page(`<section class="hero">
        <h1>See our newsletter the way your readers do</h1>
        <p>Connect your preview account. We show you this week’s letter in every email client that you test with: in the
          light, in the dark, and in Outlook.</p>
        <p><a class="button" href="/connect">Connect your account</a></p>
      </section>`)
    const { full_name: name } = await currentUser(visitor)
    return page(
      `<section class="hero">
        <h1>${escapeHtml(newsletter.subject)}</h1>
        <p>Hello <b id="user">${escapeHtml(name)}</b>. One email goes to the preview service, and comes back as a picture
          from each of your email clients.</p>
        <form method="post" action="/previews"><button>Preview our newsletter</button></form>
      </section>`,
      { visitor },
    )
  },

  'GET /connect': (visitor) => redirect(authorizeUrl(visitor)),

  [`GET ${callback.pathname}`]: async (visitor, query) => {
    const { state } = visitor
    delete visitor.state
    // RFC 6749 §10.12: without this check an attacker could have this browser use the attacker's code.
    if (!state || query.get('state') !== state)
      return messagePage(
        'That did not work',
        'This answer belongs to another browser, or to an attempt that is over. Please connect once more.',
        400,
      )
    if (query.get('error') === 'access_denied')
      return messagePage(
        'Not connected',
        'You chose not to connect, so we know nothing about your account. You can change your mind at any time.',
      )
    if (query.has('error')) {
      console.error(`authorization failed: ${query.get('error')}: ${query.get('error_description')}`)
      return messagePage('Not connected', 'The preview service could not connect you. Please try once more.')
    }
    visitor.tokens = await exchangeCode(visitor, query.get('code'))
    return redirect('/')
  },

  'POST /previews': async (visitor) => {
    if (!visitor.tokens) return redirect('/')
    visitor.emailGuid = await createEmail(visitor)
    return redirect('/previews')
  },

  'GET /previews': async (visitor) => {
    const { emailGuid } = visitor
    if (!visitor.tokens || !emailGuid) return redirect('/')
    const [emailClients, settings, known] = await Promise.all([
      emailClientsOf(visitor),
      configurationUrl(visitor),
      configurations(),
    ])
    const available = emailClients.filter(({ code }) => known[code]?.status !== 'unavailable')
    if (available.length > 0) {
      await prefetch(
        visitor,
        emailGuid,
        available.map(({ code }) => code),
      )
    }
    // The browser needs only the preview's address, and no credential: the service answers when the picture is ready,
    // and with `fallback` it redirects to a picture of its own when there is none. With JavaScript no request waits for
    // a picture: `fill-page.js` puts each into its figure when its event comes.
    const figures = emailClients.map(({ code, name, platform }) => {
      const preview = previewUrl(emailGuid, code)
      const { fidelity, engine, status } = known[code] ?? {}
      const [alt, src] = [`Our newsletter in ${escapeHtml(name)}`, `${preview}/thumb450?fallback=true`]
      const image = `<img alt="${alt}" src="${src}">`
      const isFilled = status !== 'unavailable'
      return `<figure ${isFilled ? `data-client="${escapeHtml(code)}" data-alt="${alt}" data-src="${src}"` : ''}>
        <a class="picture ${engine === 'text' ? 'text' : ''}" href="${preview}/full">${isFilled ? `<noscript>${image}</noscript>` : image}</a>
        <figcaption><b>${escapeHtml(name)}</b> <span>${escapeHtml(platform)}</span>
          <span class="badge ${escapeHtml(fidelity ?? '')}">${escapeHtml(status === 'unavailable' ? 'not available now' : fidelity)}</span>
          <a href="/changes?client=${encodeURIComponent(code)}">Why it looks like this</a></figcaption>
      </figure>`
    })
    return page(
      `<h1>${escapeHtml(newsletter.subject)}</h1>
      <p class="actions"><a class="button quiet" href="/embedded">The same, embedded</a></p>
      <p class="actions"><a class="button quiet" href="/checks">What is wrong with it</a></p>
      <p class="actions"><a class="button quiet" id="settings" href="${escapeHtml(settings)}">Choose your email clients</a></p>
      <form class="actions" method="post" action="/previews"><button class="quiet">Preview it again</button></form>
      <p id="progress" class="progress" role="status"></p>
      <div class="grid">${figures.join('')}</div>
      <dl class="legend">
        <dt class="badge client">client</dt><dd>taken in that very email client</dd>
        <dt class="badge engine">engine</dt><dd>drawn by the family of engine that the client uses</dd>
        <dt class="badge emulated">emulated</dt><dd>the client’s own rules applied, then drawn</dd>
      </dl>
      <script>${fillPage}</script>`,
      { visitor },
    )
  },

  // The same pictures by the embed kit: one element, and what this application knows for its names.
  'GET /embedded': async (visitor) => {
    const { emailGuid } = visitor
    if (!visitor.tokens || !emailGuid) return redirect('/')
    const [emailClients, known] = await Promise.all([emailClientsOf(visitor), configurations()])
    const codes = emailClients.map(({ code }) => code)
    const names = Object.fromEntries(
      codes.map((code) => [code, { name: known[code]?.name, platform: known[code]?.platform }]),
    )
    return page(
      `<h1>${escapeHtml(newsletter.subject)}</h1>
      <p><a href="/previews">Back to the previews</a></p>
      <pas-previews src="${escapeHtml(INSTANT_URL)}" guid="${escapeHtml(emailGuid)}" clients="${escapeHtml(codes.join())}"
        alt="Our newsletter in {client}" names="${escapeHtml(JSON.stringify(names))}"></pas-previews>
      <script type="module" src="/pas-previews.js"></script>`,
      { visitor },
    )
  },

  'GET /pas-previews.js': () => ({
    status: 200,
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'max-age=3600',
      'X-Content-Type-Options': 'nosniff',
    },
    body: embedKit,
  }),

  // The service does not allow other origins (CORS), so the browser follows the events through this application.
  'GET /previews/events': async (visitor) => {
    if (!visitor.tokens || !visitor.emailGuid) return { status: 404, headers: {}, body: '' }
    return {
      status: 200,
      headers: {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
      stream: await followPreviews(visitor),
    }
  },

  'GET /changes': async (visitor, query) => {
    const { emailGuid } = visitor
    const code = query.get('client') ?? ''
    if (!visitor.tokens || !emailGuid) return redirect('/')
    const [changes, known] = await Promise.all([changesIn(visitor, emailGuid, code), configurations()])
    const items = changes.map(({ rule, what, where, count, source, source_url: url }) => {
      const place = where.line === null ? '' : `, line ${where.line}`
      const times = count === 1 ? '' : `, ${count} times`
      const cited = url ? `<a href="${escapeHtml(url)}">${escapeHtml(source)}</a>` : escapeHtml(source)
      return `<li><code>${escapeHtml(what)}</code> <span>${escapeHtml(rule)}${place}${times}</span> <span>${cited}</span></li>`
    })
    const { name: emailClient = code, platform } = known[code] ?? {}
    const name = escapeHtml(platform ? `${emailClient} (${platform})` : emailClient)
    return page(
      `<h1>What ${name} does to our newsletter</h1>
      <p><a href="/previews">Back to the previews</a></p>
      ${
        items.length
          ? `<ul class="changes">${items.join('')}</ul>`
          : `<p>${name} shows it as it was sent.</p>`
      }`,
      { visitor },
    )
  },

  'GET /checks': async (visitor) => {
    const { emailGuid } = visitor
    if (!visitor.tokens || !emailGuid) return redirect('/')
    const [{ checks, complete }, known] = await Promise.all([checksOf(visitor, emailGuid), configurations()])
    const items = checks
      .flatMap(({ findings }) => findings)
      .filter(({ severity }) => severity !== 'note')
      .sort((one, other) => (one.severity < other.severity ? -1 : one.severity > other.severity ? 1 : 0))
      .map(({ severity, what, description, where, clients }) => {
        const place = where === null ? '' : `, line ${where.line}`
        const names = clients ? `, in ${clients.map((code) => known[code]?.name ?? code).join(', ')}` : ''
        return `<li><code>${escapeHtml(what)}</code> <b>${severity}${place}</b> <span>${escapeHtml(description + names)}</span></li>`
      })
    return page(
      `<h1>What is wrong with our newsletter</h1>
      <p><a href="/previews">Back to the previews</a></p>
      ${complete ? '' : '<p>Some of it is still being measured: load this page again.</p>'}
      ${items.length ? `<ul class="changes">${items.join('')}</ul>` : '<p>Nothing.</p>'}`,
      { visitor },
    )
  },

  // This application has no accounts of its own, so its only session is the connection: signing out ends both.
  'POST /sign-out': async (visitor) => {
    const { tokens } = visitor
    for (const member of Object.keys(visitor)) delete visitor[member]
    if (tokens) await revokeTokens(tokens)
    return redirect('/signed-out')
  },

  'GET /signed-out': () =>
    messagePage(
      'You are signed out',
      `We have given our access back. The preview service remembers that you agreed, so it will not ask you again; there
      you can also <a href="${AUTH_URL}/settings/applications">disconnect us</a> for good, or
      <a href="${AUTH_URL}/logout">sign out</a> to connect as somebody else.`,
    ),
}

const style = readFileSync(new URL('partner.css', import.meta.url), 'utf8')
const fillPage = readFileSync(new URL('fill-page.js', import.meta.url), 'utf8')
const embedKit = readFileSync(new URL('../embed/pas-previews.js', import.meta.url), 'utf8')
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src 'self' ${hashOf(fillPage)}`,
  "connect-src 'self'",
  'img-src https:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page; with `visitor` it has the button to sign out. */
const page = (content, { visitor, status = 200 } = {}) => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>Kestrel Letters</title>
    <style>${style}</style></head><body>
    <header><a class="brand" href="/">Kestrel Letters</a>${
      visitor ? '<form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>' : ''
    }</header>
    <main>${content}</main></body></html>`,
})
/** A page with a message for a person, and a way to connect. `text` is HTML. */
const messagePage = (title, text, status = 200) =>
  page(
    `<section class="hero"><h1>${title}</h1><p id="message">${text}</p>
      <p><a class="button" href="/connect">Connect your account</a></p></section>`,
    { status },
  )
const redirect = (location) => ({ status: 303, headers: { Location: location }, body: '' })
const escapeHtml = (text) => String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

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
    if (route) return await route(visitor, searchParams)
    return page('<h1>There is nothing here</h1><p><a href="/">To the start</a></p>', { status: 404 })
  } catch (error) {
    if (error.isRevoked) {
      delete visitor.tokens
      return messagePage(
        'Not connected',
        'The connection to your preview account has ended. Connect again to go on.',
        401,
      )
    }
    console.error(error)
    return page(
      `<section class="hero"><h1>That did not work</h1><p id="message">${explain(error)}</p>
        <p><a class="button" href="/">To the start</a></p></section>`,
      { visitor: visitor.tokens && visitor, status: 502 },
    )
  }
}

https
  .createServer(
    { cert: readFileSync(TLS_CERT_FILE), key: readFileSync(TLS_KEY_FILE) },
    async (request, response) => {
      const cookies = {}
      const { status, headers, body, stream } = await answer(request, cookies)
      response.writeHead(status, { ...headers, ...cookies })
      if (!stream) response.end(body)
      // The browser has gone away before the stream began; `pipeline` throws when the response is closed.
      else if (response.destroyed) stream.destroy()
      // Whichever side ends first ends the other.
      else pipeline(stream, response, () => undefined)
    },
  )
  .listen(Number(callback.port || 443), callback.hostname, () => {
    console.log(`open ${callback.origin}`)
  })
