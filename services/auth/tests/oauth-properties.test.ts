import fc from 'fast-check'
import { propertyCases } from '@pas/testing/long-run'
import { authorizePath, basicCredentials, exchangeBody, startFlow, type OAuthFlow } from './oauth-flow'
import { createVisitor, type Visitor } from './visitor'

const timeoutMs = 30 * 60 * 1000

let flow: OAuthFlow
/** A signed-in user who has not given consent. */
let undecided: Visitor
let nobody: Visitor

beforeAll(async () => {
  flow = await startFlow({ limits: { tokenFailures: 1_000_000 } })
  undecided = createVisitor(flow.auth)
  nobody = createVisitor(flow.auth)
  await undecided.signIn(await flow.auth.createUser())
})
afterAll(async () => {
  await undecided.close()
  await nobody.close()
  await flow.close()
})

const names = [
  ...['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'response_mode', 'code_challenge'],
  ...[
    'code_challenge_method',
    'grant_type',
    'client_secret',
    'code',
    'code_verifier',
    'refresh_token',
    'token',
  ],
  ...[
    'token_type_hint',
    'prompt',
    'approval_prompt',
    'allowed',
    'decision',
    'request',
    'form_token',
    '__proto__',
    '',
  ],
]
const interesting = [
  ...[
    '',
    'code',
    'token',
    'full',
    'S256',
    'plain',
    'query',
    'authorization_code',
    'refresh_token',
    'password',
  ],
  ...[
    'approve',
    'https://evil.example/',
    '//evil.example',
    '\0',
    '%00',
    '%',
    '+',
    '&',
    '#',
    '<script>',
    '😀',
  ],
  ...['\ud800', 'true', 'null', "' OR 1=1 --", 'x'.repeat(3_000), 'a'.repeat(43)],
]
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...names) },
  { weight: 1, arbitrary: fc.string() },
)
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...interesting) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
/**
 * Valid values that replace markers in the generated requests, because they exist only once the service has started.
 */
const known = fc.constantFrom('{client_id}', '{client_secret}', '{redirect_uri}')
const pairs = fc.array(fc.tuple(name, fc.oneof(text, known)), { maxLength: 8 })
const filledIn = (value: string): string =>
  value
    .replace('{client_id}', flow.auth.application.clientId)
    .replace('{client_secret}', flow.auth.application.clientSecret)
    .replace('{redirect_uri}', flow.auth.application.callbackUri)
const query = (list: [string, string][]): string =>
  new URLSearchParams(list.map(([key, value]): [string, string] => [key, filledIn(value)])).toString()

const issued = async () => [
  await flow.auth.db.authorizationCode.count(),
  await flow.auth.db.accessToken.count(),
  await flow.auth.db.refreshToken.count(),
]

/** Expects a redirect, if any, to lead to the registered URI without a code, or to our own sign-in page. */
function expectNowhereElse(location: string | null): void {
  if (location === null) return
  const { origin, pathname, searchParams } = new URL(location, flow.auth.url)
  if (origin === flow.auth.url) {
    expect(pathname).toBe('/login')
    return
  }
  expect(origin + pathname).toBe(flow.auth.application.callbackUri)
  expect(searchParams.has('code')).toBe(false)
}

describe('whatever is sent', () => {
  it(
    'to authorize: no 5xx, no redirect elsewhere, no code without consent',
    async () => {
      const before = await issued()
      const request = fc.tuple(
        pairs,
        pairs,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('GET', 'HEAD', 'POST'),
      )
      await fc.assert(
        fc.asyncProperty(request, async ([list, more, isSound, isSignedIn, method]) => {
          const sound = isSound ? `${authorizePath(flow.auth)}&` : '/oauth/authorize?'
          const path = `${sound}${query([...list, ...more])}`
          const answer = await (isSignedIn ? undecided : nobody).get(path.slice(0, 12_000), { method })
          expect(answer.status).toBeLessThan(500)
          expectNowhereElse(answer.headers.get('location'))
          expect(await issued()).toEqual(before)
        }),
        propertyCases,
      )
    },
    timeoutMs,
  )

  it(
    'to the consent form: no 5xx, no redirect elsewhere, no code without the question',
    async () => {
      const before = await issued()
      let cases = 0
      await fc.assert(
        fc.asyncProperty(pairs, fc.boolean(), async (list, hasToken) => {
          // Another user in time: one may send 150 forms in 15 minutes.
          if (++cases % 100 === 0) {
            await undecided.close()
            undecided = createVisitor(flow.auth)
            await undecided.signIn(await flow.auth.createUser())
          }
          await undecided.get('/logout')
          const fields = list.map(([key, value]): [string, string] => [key, filledIn(value)])
          const token: [string, string][] = hasToken ? [['form_token', undecided.field('form_token')]] : []
          const answer = await undecided.post('/oauth/consent', [...token, ...fields])
          expect([400, 403]).toContain(answer.status)
          expect(answer.headers.get('location')).toBeNull()
          expect(await issued()).toEqual(before)
        }),
        propertyCases,
      )
    },
    timeoutMs,
  )

  it(
    'to token and revoke: no 5xx, an OAuth answer, no token without a code',
    async () => {
      const before = await issued()
      const path = fc.constantFrom('/oauth/token', '/oauth/revoke')
      const members = fc.dictionary(name, fc.oneof(text, known, fc.jsonValue()))
      const body = fc.oneof(
        fc.record({ kind: fc.constant('form' as const), list: pairs }),
        fc.record({ kind: fc.constant('json' as const), members }),
        fc.record({
          kind: fc.constant('raw' as const),
          bytes: fc.string({ unit: 'binary' }),
          isJson: fc.boolean(),
        }),
      )
      await fc.assert(
        fc.asyncProperty(path, body, fc.boolean(), fc.boolean(), async (to, sent, isSound, isBasic) => {
          const start = isSound ? exchangeBody(flow.auth, 'pas_cod_unknown') : {}
          const headers = isBasic ? basicCredentials(flow.auth.application) : {}
          const send = () => {
            switch (sent.kind) {
              case 'form':
                return flow.server.form(
                  to,
                  query([...Object.entries(start as Record<string, string>), ...sent.list]),
                  headers,
                )
              case 'json':
                return flow.server.json(to, filledIn(JSON.stringify({ ...start, ...sent.members })), headers)
              case 'raw':
                return flow.server[sent.isJson ? 'json' : 'form'](to, sent.bytes, headers)
            }
          }
          const answer = await send()
          const { error } = (await answer.json()) as { error?: string }
          expect(answer.headers.get('cache-control')).toBe('no-store')
          if (to === '/oauth/revoke' && answer.status === 200) expect(error).toBeUndefined()
          else {
            expect([400, 401]).toContain(answer.status)
            expect(error).toMatch(/^(invalid_(request|client|grant|scope)|unsupported_grant_type)$/)
          }
          expect(await issued()).toEqual(before)
        }),
        propertyCases,
      )
    },
    timeoutMs,
  )
})
