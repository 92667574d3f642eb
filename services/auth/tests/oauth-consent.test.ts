import { setApplicationDisabled } from '@pas/accounts/set-application-disabled'
import { setCallbackUris } from '@pas/accounts/change-oauth-application'
import {
  answerConsent,
  auditOf,
  authorizePath,
  exchangeBody,
  errorOf,
  redirectOf,
  startFlow,
  type OAuthFlow,
} from './oauth-flow'
import type { TestUser } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

let flow: OAuthFlow
/** A signed-in user who has not given consent. */
let person: TestUser
let visitor: Visitor

beforeAll(async () => {
  flow = await startFlow()
})
afterAll(() => flow.close())
beforeEach(async () => {
  person = await flow.auth.createUser()
  visitor = createVisitor(flow.auth)
  await visitor.signIn(person)
})
afterEach(() => visitor.close())

const ask = (parameters: Record<string, string | null> = {}) =>
  visitor.get(authorizePath(flow.auth, parameters))
const post = (fields: Record<string, string> | [string, string][], headers?: Record<string, string>) =>
  visitor.post('/oauth/consent', fields, headers)
const consents = () => flow.auth.db.consent.count({ where: { userId: person.id } })
const codes = () => flow.auth.db.authorizationCode.count({ where: { userId: person.id } })

/** The fields of the form on the page that was read last, as its button Allow sends them. */
const form = (changes: Record<string, string> = {}) => ({
  form_token: visitor.field('form_token'),
  request: visitor.field('request'),
  decision: 'approve',
  ...changes,
})

describe('the consent page', () => {
  it('names the application, its account, the user and the callback URI', async () => {
    const answer = await ask()
    const text = (await answer.text()).replace(/<[^<>]+>/g, '').replace(/\s+/g, ' ')
    expect(answer.status).toBe(200)
    expect(text).toContain('Partner')
    expect(text).toContain('by Test Account')
    expect(text).toContain('use all features on your behalf')
    expect(text).toMatch(/create emails.*counted to your account/)
    expect(text).toContain('Ada Person')
    expect(text).toContain(person.email)
    expect(text).toContain('of Test Account')
    expect(text).toContain('partner.example.com')
    expect(text).toContain('https://partner.example.com/callback')
  })

  it('shows a name that is script, and a callback that holds markup, as text', async () => {
    const uri = "https://partner.example.com/cb?x='&y=(1)"
    const { clientId } = await flow.auth.createApplication(uri)
    const name = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>'
    await flow.auth.db.oauthApplication.update({ where: { clientId }, data: { name } })
    const answer = await ask({ client_id: clientId, redirect_uri: uri })
    const page = await answer.text()
    expect(page).not.toMatch(/<script>|<img src=x/)
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).toContain('(1)')
  })

  it('cannot be framed, run foreign scripts, or send its form to anything but https', async () => {
    const policy = (await ask()).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-inline')
    // Any https origin: browsers apply form-action to the partner's own redirects, too.
    expect(policy).toMatch(/form-action 'self' https:$/)
  })

  it('is never cached', async () => {
    expect((await ask()).headers.get('cache-control')).toBe('no-store')
  })
})

describe('docs/contract.md §2.1: the user decides', () => {
  it('approves: 303 to the callback with a code and the state, remembered and audited once', async () => {
    await ask()
    const answer = await answerConsent(visitor, 'approve')
    expect(answer.status).toBe(303)
    expect([...redirectOf(answer).searchParams.keys()]).toEqual(['code', 'state'])
    const granted = (await auditOf(flow.auth, 'consent.grant')).filter(
      ({ actor }) => actor === `user:${person.id}`,
    )
    expect(granted).toEqual([
      { actor: `user:${person.id}`, target: `application:${flow.auth.application.clientId}` },
    ])
    expect((await ask()).status).toBe(302)
  })

  it('approves in two tabs: two codes, one consent', async () => {
    await ask()
    const first = form()
    await ask()
    const second = form()
    for (const fields of [first, second])
      expect(redirectOf(await post(fields)).searchParams.has('code')).toBe(true)
    expect(await consents()).toBe(1)
  })

  it('declines: 303 to the callback with access_denied and the state, and nothing is remembered', async () => {
    await ask()
    const answer = await answerConsent(visitor, 'decline')
    expect(answer.status).toBe(303)
    const { searchParams } = redirectOf(answer)
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['access_denied', 'the-state'])
    expect([await consents(), await codes()]).toEqual([0, 0])
    expect(await auditOf(flow.auth, 'consent.decline')).toContainEqual({
      actor: `user:${person.id}`,
      target: `application:${flow.auth.application.clientId}`,
    })
    expect((await ask()).status).toBe(200)
  })

  it('lets another user sign in and answer the same question', async () => {
    await ask({ state: 'a&b 😀' })
    const answer = await answerConsent(visitor, 'another_user')
    expect(answer.status).toBe(303)
    const login = new URL(answer.headers.get('location') ?? '', flow.auth.url)
    expect(login.pathname).toBe('/login')
    const back = login.searchParams.get('return_to') ?? ''
    await visitor.signIn(await flow.auth.createUser())
    await visitor.get(back)
    expect(redirectOf(await answerConsent(visitor, 'approve')).searchParams.get('state')).toBe('a&b 😀')
    expect([await consents(), await codes()]).toEqual([0, 0])
  })
})

describe('docs/contract.md §2.1: only the page’s own form, session and user can answer', () => {
  const expectRefused = async (answer: Awaited<ReturnType<typeof post>>, status: number) => {
    expect([answer.status, answer.headers.get('location')]).toEqual([status, null])
    expect([await consents(), await codes()]).toEqual([0, 0])
  }

  it('answers a request once', async () => {
    await ask()
    const fields = form()
    await post(form({ decision: 'decline' }))
    await expectRefused(await post(fields), 403)
  })

  it.each(['yes', '', 'APPROVE', 'approve '])('refuses the decision %j', async (decision) => {
    await ask()
    await expectRefused(await post(form({ decision })), 400)
  })

  it('refuses fields that come twice, and a form without its fields', async () => {
    await ask()
    const fields = form()
    const { form_token, request } = fields
    await expectRefused(await post([...Object.entries(fields), ['decision', 'decline']]), 400)
    await expectRefused(await post([...Object.entries(fields), ['request', request]]), 400)
    await expectRefused(await post([...Object.entries(fields), ['form_token', form_token]]), 403)
    await expectRefused(await post({ form_token }), 400)
    expect((await post(fields)).status).toBe(303)
  })

  it.each(['', 'pas_req_unknown', '\0', 'x'.repeat(5_000)])('refuses the request id %j', async (request) => {
    await ask()
    const answer = await post(form({ request }))
    await expectRefused(answer, request.length > 100 ? 400 : 403)
  })

  it('refuses a request after ten minutes', async () => {
    await ask()
    flow.auth.clock.advance(600_001)
    await expectRefused(await post(form()), 403)
  })

  it('keeps the newest twenty requests of a session, and those of other sessions', async () => {
    const elsewhere = createVisitor(flow.auth)
    await elsewhere.signIn(person)
    await elsewhere.get(authorizePath(flow.auth))
    await ask()
    const first = form()
    for (let count = 0; count < 19; count++) {
      flow.auth.clock.advance(1)
      await ask()
    }
    const twentieth = form()
    flow.auth.clock.advance(1)
    await ask()
    await expectRefused(await post(first), 403)
    expect((await post(twentieth)).status).toBe(303)
    const other = { form_token: elsewhere.field('form_token'), request: elsewhere.field('request') }
    expect((await elsewhere.post('/oauth/consent', { ...other, decision: 'approve' })).status).toBe(303)
    await elsewhere.close()
  })

  it("refuses another session's and another user's request, which its own can still answer", async () => {
    await ask()
    const fields = form()
    const elsewhere = createVisitor(flow.auth)
    const other = await flow.auth.createUser()
    for (const user of [person, other]) {
      await elsewhere.signIn(user)
      await elsewhere.get(authorizePath(flow.auth))
      const answer = await elsewhere.post('/oauth/consent', {
        ...fields,
        form_token: elsewhere.field('form_token'),
      })
      await expectRefused(answer, 403)
      elsewhere.cookies.clear()
    }
    expect((await post(fields)).status).toBe(303)
    await elsewhere.close()
  })

  it('refuses an answer without the form token, or with that of another session', async () => {
    await ask()
    const fields = form()
    const elsewhere = createVisitor(flow.auth)
    await elsewhere.get('/login')
    await expectRefused(await post({ ...fields, form_token: '' }), 403)
    await expectRefused(await post({ ...fields, form_token: elsewhere.field('form_token') }), 403)
    await elsewhere.close()
  })

  it.each([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://partner.example.com' },
  ])('refuses an answer sent from elsewhere: %j', async (headers) => {
    await ask()
    await expectRefused(await post(form(), headers), 403)
  })

  it('refuses an answer after the user has signed out', async () => {
    await ask()
    await flow.auth.db.session.deleteMany({ where: { userId: person.id } })
    await expectRefused(await post(form()), 403)
  })

  it('refuses when the application was disabled, or its URI removed, while the page was open', async () => {
    const uri = 'https://changing.example.com/cb'
    const { clientId } = await flow.auth.createApplication(uri)
    await ask({ client_id: clientId, redirect_uri: uri })
    await setApplicationDisabled(flow.auth, clientId, true)
    await expectRefused(await post(form()), 400)
    await setApplicationDisabled(flow.auth, clientId, false)
    await ask({ client_id: clientId, redirect_uri: uri })
    await setCallbackUris(flow.auth, clientId, ['https://changing.example.com/other'])
    await expectRefused(await post(form()), 400)
    await ask({ client_id: clientId, redirect_uri: null })
    await setCallbackUris(flow.auth, clientId, ['https://a.example.com/', 'https://b.example.com/'])
    await expectRefused(await post(form()), 400)
  })

  it('answers a GET of the form with 405', async () => {
    const answer = await visitor.get('/oauth/consent?decision=approve')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('consent taken back', () => {
  it('invalidates a code that was not exchanged yet', async () => {
    await ask()
    const code = redirectOf(await answerConsent(visitor, 'approve')).searchParams.get('code') ?? ''
    await flow.auth.db.consent.deleteMany({ where: { userId: person.id } })
    const answer = await flow.server.json('/oauth/token', exchangeBody(flow.auth, code))
    expect(await errorOf(answer)).toBe('400 invalid_grant')
  })
})
