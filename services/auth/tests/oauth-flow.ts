import { createHash, randomBytes } from 'node:crypto'
import type { Response } from 'undici'
import { Agent, fetch } from 'undici'
import { startAuth, type TestAuth } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

/** The credentials of an application. */
export interface Credentials {
  clientId: string
  clientSecret: string
}

/** The path of an authorization request with these parameters; null leaves out a parameter that has a default here. */
export function authorizePath(auth: TestAuth, parameters: Record<string, string | null> = {}): string {
  const defaults = {
    response_type: 'code',
    client_id: auth.application.clientId,
    redirect_uri: auth.application.callbackUri,
    state: 'the-state',
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...defaults, ...parameters })) {
    if (value !== null) query.set(name, value)
  }
  return `/oauth/authorize?${query.toString()}`
}

/** The parameters of an answer's redirect. */
export function redirectOf(response: Response): URL {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`No redirect, but ${response.status}`)
  return new URL(location)
}

/** Answers the consent page that the visitor read last. */
export function answerConsent(visitor: Visitor, decision: string): Promise<Response> {
  return visitor.post('/oauth/consent', {
    form_token: visitor.field('form_token'),
    request: visitor.field('request'),
    decision,
  })
}

/** A new authorization code; the visitor gives consent if that is asked for. */
export async function obtainCode(
  auth: TestAuth,
  visitor: Visitor,
  parameters: Record<string, string | null> = {},
): Promise<string> {
  const asked = await visitor.get(authorizePath(auth, parameters))
  const answered = asked.status === 200 ? await answerConsent(visitor, 'approve') : asked
  const code = redirectOf(answered).searchParams.get('code')
  if (code === null) throw new Error(`No code, but ${answered.status} ${redirectOf(answered).search}`)
  return code
}

/** An application's own server. */
export interface ApplicationServer {
  /** POSTs JSON. */
  json(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** POSTs a form. */
  form(
    path: string,
    body: Record<string, string> | string,
    headers?: Record<string, string>,
  ): Promise<Response>
  send(
    path: string,
    init: { method: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  ): Promise<Response>
  close(): Promise<void>
}

function createApplicationServer(auth: TestAuth): ApplicationServer {
  const dispatcher = new Agent({ connect: { ca: auth.ca } })
  const send: ApplicationServer['send'] = (path, init) =>
    fetch(new URL(path, auth.url), { dispatcher, redirect: 'manual', ...init })
  return {
    send,
    json: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    form: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
      }),
    close: () => dispatcher.close(),
  }
}

/** An application's credentials as members of a body. */
export const bodyCredentials = ({ clientId, clientSecret }: Credentials) => ({
  client_id: clientId,
  client_secret: clientSecret,
})

/** An application's credentials as HTTP Basic, not form-encoded. */
export const basicCredentials = ({ clientId, clientSecret }: Credentials) => ({
  Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
})

/** The body of a code exchange as RFC 6749 §4.1.3 has it; null leaves a member out. */
export function exchangeBody(
  auth: TestAuth,
  code: string,
  members: Record<string, unknown> = {},
): Record<string, unknown> {
  const body = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: auth.application.callbackUri,
    ...bodyCredentials(auth.application),
    ...members,
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

/** The token endpoint's answer. */
export interface TokenAnswer {
  access_token: string
  token_type: string
  expires_in: number
  refresh_token: string
  scope: string
  created_at: number
}

/** Obtains a pair of tokens for the visitor's user. */
export async function obtainTokens(
  auth: TestAuth,
  visitor: Visitor,
  server: ApplicationServer,
): Promise<TokenAnswer> {
  const code = await obtainCode(auth, visitor)
  const response = await server.json('/oauth/token', exchangeBody(auth, code))
  if (response.status !== 200) throw new Error(`No tokens, but ${response.status} ${await response.text()}`)
  return (await response.json()) as TokenAnswer
}

/** A code_verifier and its challenge: RFC 7636 §4.1, §4.2. */
export function pkcePair(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The service, a signed-in user with a browser, and the application's server. */
export interface OAuthFlow {
  auth: TestAuth
  visitor: Visitor
  server: ApplicationServer
  close(): Promise<void>
}

/** Starts the service, signs its user in and creates the application's server. */
export async function startFlow(options: Parameters<typeof startAuth>[0] = {}): Promise<OAuthFlow> {
  const auth = await startAuth(options)
  const visitor = createVisitor(auth)
  const server = createApplicationServer(auth)
  await visitor.signIn(auth.user)
  return {
    auth,
    visitor,
    server,
    close: async () => {
      await Promise.all([visitor.close(), server.close()])
      await auth.close()
    },
  }
}

/** The characters of an `error_description` (RFC 6749 §4.1.2.1 and §5.2). */
export const describing = /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/

/**
 * Expects an OAuth error (RFC 6749 §5.2) that may not be cached, and resolves to its status and `error`, e.g. `400
 * invalid_grant`.
 */
export async function errorOf(response: Response): Promise<string> {
  const body = (await response.json()) as { error: string; error_description?: string }
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(Object.keys(body).filter((name) => !['error', 'error_description'].includes(name))).toEqual([])
  if (body.error_description !== undefined) expect(body.error_description).toMatch(describing)
  return `${response.status} ${body.error}`
}

/** The audit trail's rows with this action, oldest first. */
export async function auditOf(auth: TestAuth, action: string): Promise<{ actor: string; target: string }[]> {
  return auth.db.auditEvent.findMany({
    where: { action },
    orderBy: { id: 'asc' },
    select: { actor: true, target: true },
  })
}
