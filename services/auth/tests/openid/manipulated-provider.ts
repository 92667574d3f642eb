import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'

/** What the next answers of the token and userinfo endpoints are. */
export interface ManipulatedAnswers {
  /** Claims of the ID token, added to those of a right one; undefined leaves a claim out. */
  claims?: Record<string, unknown>
  /** The answer of the userinfo endpoint. */
  userinfo?: Record<string, unknown>
  /** Whether another key than the published one signs the ID token. */
  isForged?: boolean
  /** The status of the token endpoint. */
  tokenStatus?: number
}

/** An OpenID provider on loopback whose answers a test decides. */
export interface ManipulatedProvider {
  web: SmallWeb
  /** The issuer identifier. */
  issuer: string
  /** Sets the answers to the next code, for the request that was sent to the authorization endpoint. */
  willAnswer(request: URLSearchParams, answers: ManipulatedAnswers): void
}

/** Starts the provider, for an application with this client_id. */
export async function startManipulatedProvider(clientId: string): Promise<ManipulatedProvider> {
  const published = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let nonce = ''
  let answers: ManipulatedAnswers = {}

  const idToken = (): string => {
    const now = Math.floor(Date.now() / 1_000)
    const right = { iss: web.url, aud: clientId, sub: 'somebody', iat: now, exp: now + 300, nonce }
    const key = answers.isForged ? other.privateKey : published.privateKey
    return signJwt({ ...right, ...answers.claims }, key)
  }
  const routes: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer: web.url,
      authorization_endpoint: `${web.url}/authorize`,
      token_endpoint: `${web.url}/token`,
      userinfo_endpoint: `${web.url}/userinfo`,
      jwks_uri: `${web.url}/jwks`,
      authorization_response_iss_parameter_supported: true,
    }),
    '/jwks': () => ({
      keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' }],
    }),
    '/token': () => ({
      access_token: 'an-access-token',
      token_type: 'Bearer',
      id_token: idToken(),
    }),
    '/userinfo': () => ({ sub: 'somebody', ...answers.userinfo }),
  }
  const web = await startSmallWeb((req, res) => {
    const answer = routes[req.url ?? '']
    const status = req.url === '/token' ? (answers.tokenStatus ?? 200) : 200
    res.writeHead(answer ? status : 404, { 'Content-Type': 'application/json' })
    res.end(JSON.stringify(status === 400 ? { error: 'invalid_grant' } : (answer?.() ?? {})))
  })
  return {
    web,
    issuer: web.url,
    willAnswer: (request, next) => {
      nonce = request.get('nonce') ?? ''
      answers = next
    },
  }
}

/** A JWT (RFC 7519) signed with RS256. */
function signJwt(claims: object, key: KeyObject): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'RS256', typ: 'JWT', kid: 'key' })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}
