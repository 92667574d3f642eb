/*
 * `openid-client` builds the request and checks the answer: its state, issuer (RFC 9207) and PKCE, and the ID token's
 * signature, issuer, audience, times and nonce (OpenID Connect Core 1.0 §3.1.3.7).
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type Configuration,
} from 'openid-client'
import { OpenidRefusal } from './openid-refusal'
import type { OpenidConfig } from '@pas/settings/openid'

interface OpenidRequest {
  state: string
  nonce: string
  codeVerifier: string
}

export interface OpenidIdentity {
  issuer: string
  /** `sub` of the ID token, which never changes. */
  subject: string
  /**
   * From the ID token, else the userinfo endpoint; null without `email_verified: true`. Rejects with an
   * `OpenidRefusal`.
   */
  findVerifiedEmail(): Promise<string | null>
}

/** Its methods reject with an `OpenidRefusal`. */
export interface OpenidProvider {
  begin(): Promise<{ url: URL; request: OpenidRequest }>
  /** `answer` is the URL that the provider redirected the browser to. */
  finish(answer: URL, request: OpenidRequest): Promise<OpenidIdentity>
}

const requestTimeoutSeconds = 10

/**
 * The provider's metadata (OpenID Connect Discovery 1.0 §4) is fetched when first needed, so that the service starts
 * while the provider is away.
 */
export function openOpenidProvider(
  { issuer, clientId, clientSecret }: OpenidConfig,
  redirectUri: string,
): OpenidProvider {
  let configuration: Promise<Configuration> | null = null
  const configure = (): Promise<Configuration> => {
    configuration ??= discovery(new URL(issuer), clientId, undefined, ClientSecretBasic(clientSecret), {
      timeout: requestTimeoutSeconds,
      // OIDC_ISSUER is http on loopback only.
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    }).catch((error: unknown) => {
      configuration = null
      throw unavailable(error)
    })
    return configuration
  }

  return {
    begin: () =>
      withRefusals(async () => {
        const provider = await configure()
        const request = {
          state: randomState(),
          nonce: randomNonce(),
          codeVerifier: randomPKCECodeVerifier(),
        }
        const url = buildAuthorizationUrl(provider, {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state: request.state,
          nonce: request.nonce,
          code_challenge: await calculatePKCECodeChallenge(request.codeVerifier),
          code_challenge_method: 'S256',
        })
        return { url, request }
      }),
    finish: (answer, { state, nonce, codeVerifier }) =>
      withRefusals(async () => {
        const provider = await configure()
        const tokens = await authorizationCodeGrant(provider, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new OpenidRefusal('invalid_answer', 'The answer has no ID token')
        return {
          issuer: claims.iss,
          subject: claims.sub,
          findVerifiedEmail: () =>
            withRefusals(async () => {
              const { email, email_verified } =
                claims.email === undefined
                  ? await fetchUserInfo(provider, tokens.access_token, claims.sub)
                  : claims
              return email_verified === true && typeof email === 'string' ? email : null
            }),
        }
      }),
  }
}

async function withRefusals<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof OpenidRefusal ? error : toRefusal(error)
  }
}

/** The library's codes for a provider that does not work. An error without a code means the same. */
const unavailableCode = /^(OAUTH_(TIMEOUT|ABORT|RESPONSE_IS_NOT_CONFORM|RESPONSE_IS_NOT_JSON|PARSE_ERROR))?$/

function toRefusal(error: unknown): OpenidRefusal {
  const because = { cause: error }
  // RFC 6749 §4.1.2.1: the provider redirected with an error.
  if (error instanceof AuthorizationResponseError) {
    const reason = error.error === 'access_denied' ? 'access_denied' : 'unavailable'
    return new OpenidRefusal(reason, `The provider redirected with '${error.error}'`, {}, because)
  }
  // RFC 6749 §5.2: the token endpoint refused. `invalid_grant` is about the code, the others about our registration.
  if (error instanceof ResponseBodyError) {
    const reason = error.error === 'invalid_grant' ? 'invalid_answer' : 'unavailable'
    return new OpenidRefusal(reason, `The provider refused with '${error.error}'`, {}, because)
  }
  if (error instanceof ClientError && !unavailableCode.test(error.code ?? '')) {
    const detail = [error.message, claimOf(error)].filter(Boolean).join(': ')
    return new OpenidRefusal('invalid_answer', detail, { detail }, because)
  }
  return unavailable(error)
}

const unavailable = (cause: unknown): OpenidRefusal =>
  new OpenidRefusal('unavailable', 'The provider cannot be used', {}, { cause })

/** Only the cause's own cause names the claim at fault. */
function claimOf({ cause }: ClientError): string | undefined {
  const inner = (cause as { cause?: { claim?: unknown } } | undefined)?.cause
  return typeof inner?.claim === 'string' ? inner.claim : undefined
}
