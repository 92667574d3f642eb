import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { findApiKey, noteApiKeyUse } from '@pas/accounts/find-api-key'
import { setAccountLimits } from '@pas/accounts/account-limits'
import { randomUUID } from 'node:crypto'
import type { Response } from 'undici'
import { startAuth, type TestAuth, type TestUser } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

const keysPath = '/settings/keys'
const hourMs = 60 * 60 * 1000

describe('of an account', () => {
  let auth: TestAuth
  let accountId: number
  let admin: TestUser
  let visitor: Visitor

  beforeAll(async () => {
    auth = await startAuth({ limits: { signInFailuresPerAddress: 1_000 } })
  })
  afterAll(() => auth.close())
  beforeEach(async () => {
    accountId = (await createAccount(auth, { name: 'Newsletters' })).id
    admin = await auth.createUser(accountId, 'admin')
    visitor = createVisitor(auth)
    await visitor.signIn(admin)
  })
  afterEach(() => visitor.close())

  const make = (name: string, proof = admin.password) => visitor.submit(keysPath, { name, proof })
  const keyIn = async (answer: Response) =>
    /id="shown-once"[^>]* value="(pas_key_[\w-]{43})"/.exec(await answer.text())?.[1] ?? ''
  const list = async () => (await visitor.get(keysPath)).text()
  const rowOf = (apiKey: string) =>
    auth.db.apiKey.findFirstOrThrow({ where: { prefix: apiKey.slice(0, 18) } })
  const rows = (action: string) =>
    auth.db.auditEvent.findMany({
      where: { action, details: { path: ['account_id'], equals: accountId } },
      omit: { id: true, at: true },
    })

  describe('API keys', () => {
    it('are made by an admin, shown once, and then listed by name and first characters', async () => {
      const apiKey = await keyIn(await make(' Staging & tests '))
      expect(await findApiKey(auth, apiKey)).toMatchObject({ accountId, status: 'active' })
      const html = await list()
      expect(html).not.toContain(apiKey)
      expect(html).toContain(`<bdi>Staging &amp; tests</bdi> <code>${apiKey.slice(0, 18)}…</code>`)
      expect(html).toContain('never used · by Ada Person')
      const { keyHash } = await rowOf(apiKey)
      expect(Buffer.from(keyHash).toString()).not.toContain(apiKey)
      expect(await rows('api_key.create')).toEqual([
        {
          ...{
            actor: `user:${admin.id}`,
            action: 'api_key.create',
            target: `api_key:${apiKey.slice(0, 18)}`,
          },
          ...{ ip: '127.0.0.1', details: { account_id: accountId } },
        },
      ])
    })

    it('only send mail when that is chosen, and the list says so', async () => {
      const answer = await visitor.submit(keysPath, {
        ...{ name: 'App', proof: admin.password },
        only_mail: '1',
      })
      const apiKey = await keyIn(answer)
      expect(await findApiKey(auth, apiKey)).toMatchObject({ accountId, status: 'active', onlyMail: true })
      expect(await list()).toContain('Only sends mail · made on')
      expect(await rows('api_key.create')).toMatchObject([
        { details: { account_id: accountId, for: 'mail' }, target: `api_key:${apiKey.slice(0, 18)}` },
      ])
      const other = await keyIn(await make('Reads, too'))
      expect(await findApiKey(auth, other)).toMatchObject({ onlyMail: false })
      expect((await list()).match(/Only sends mail · made on/g)).toHaveLength(1)
    })

    it('keep the choice in a form that is shown again', async () => {
      const refused = await visitor.submit(keysPath, { name: 'App', proof: 'wrong', only_mail: '1' })
      expect(await refused.text()).toMatch(/name="only_mail"[^>]* checked=""/)
      expect(await list()).not.toMatch(/name="only_mail"[^>]* checked=""/)
    })

    it('are not made without a proof, without a name, or with a misleading one', async () => {
      for (const [name, proof, status, text] of [
        ['Key', 'wrong', 403, 'the password is not right'],
        [' ', admin.password, 400, 'the name is missing or too long'],
        ['x'.repeat(61), admin.password, 400, 'the name is missing or too long'],
        ['a\u202eb', admin.password, 400, 'holds an invisible character'],
      ] as const) {
        const answer = await make(name, proof)
        expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(text)])
      }
      expect(await auth.db.apiKey.count({ where: { accountId } })).toBe(0)
    })

    it('end at once when an admin revokes them, also an operator’s', async () => {
      const apiKey = await createApiKey(auth, { accountId })
      const { id } = await rowOf(apiKey)
      expect(await list()).toContain('your account’s own')
      expect((await visitor.submit(`${keysPath}/${id}`, { proof: 'wrong' })).status).toBe(403)
      expect((await findApiKey(auth, apiKey))?.status).toBe('active')
      const answer = await visitor.submit(`${keysPath}/${id}`, { proof: admin.password })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${keysPath}?revoked=1`])
      expect((await findApiKey(auth, apiKey))?.status).toBe('revoked')
      expect(await list()).toContain('There is no key yet.')
      expect((await visitor.get(`${keysPath}/${id}`)).status).toBe(404)
      expect(await rows('api_key.revoke')).toMatchObject([
        { actor: `user:${admin.id}`, target: `api_key:${apiKey.slice(0, 18)}` },
      ])
    })

    it('are out of the reach of another account’s admin and of a member', async () => {
      const apiKey = await createApiKey(auth, { accountId })
      const path = `${keysPath}/${(await rowOf(apiKey)).id}`
      const { id: elsewhere } = await createAccount(auth, { name: 'Elsewhere' })
      for (const [user, status] of [
        [await auth.createUser(elsewhere, 'admin'), 404],
        [await auth.createUser(accountId), 403],
      ] as const) {
        const other = createVisitor(auth)
        await other.signIn(user)
        expect((await other.get(path)).status).toBe(status)
        expect((await other.submit(path, { proof: user.password }, '/settings/clients')).status).toBe(status)
        const made = await other.submit(keysPath, { name: 'Key', proof: user.password }, '/settings/clients')
        expect(made.status).toBe(status === 404 ? 200 : 403)
        expect(await made.text()).not.toContain(apiKey.slice(0, 18))
        await other.close()
      }
      expect((await findApiKey(auth, apiKey))?.status).toBe('active')
      expect(await auth.db.apiKey.count({ where: { accountId } })).toBe(1)
    })

    it('stop while the admin who made them is disabled, and say so', async () => {
      const other = await auth.createUser(accountId, 'admin')
      const apiKey = await createApiKey(auth, { accountId, userId: other.id, name: 'Theirs' })
      await auth.db.user.update({ where: { id: other.id }, data: { disabledAt: auth.clock.now() } })
      expect((await findApiKey(auth, apiKey))?.status).toBe('user_disabled')
      expect(await list()).toContain('does not work while this person is switched off')
    })

    it('are fifty at most', async () => {
      for (let count = 0; count < 49; count++) await createApiKey(auth, { accountId })
      expect(await keyIn(await make('The last'))).not.toBe('')
      const refused = await make('One more')
      expect([refused.status, await refused.text()]).toEqual([
        409,
        expect.stringContaining('your account has 50 keys'),
      ])
      expect(await auth.db.apiKey.count({ where: { accountId } })).toBe(50)
    })

    it('say when they were last used, to the hour', async () => {
      const apiKey = await createApiKey(auth, { accountId })
      const prefix = apiKey.slice(0, 18)
      await noteApiKeyUse(auth, prefix)
      const first = auth.clock.now()
      auth.clock.advance(hourMs / 4)
      await noteApiKeyUse(auth, prefix)
      expect((await rowOf(apiKey)).lastUsedAt).toEqual(first)
      auth.clock.advance(hourMs)
      await noteApiKeyUse(auth, prefix)
      expect((await rowOf(apiKey)).lastUsedAt).toEqual(auth.clock.now())
      expect(await list()).toMatch(/last used on \d+ \w+ \d{4} at \d\d:\d\d\sUTC, to the hour/)
    })
  })

  describe('usage', () => {
    const usage = async () => {
      const html = await (await visitor.get('/settings/usage')).text()
      const facts = [...html.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g)]
      return facts.map(([, name, value]) => `${name}: ${value}`)
    }

    it('is that of the last hour and of the month, with the limits that apply', async () => {
      const today = auth.clock.now()
      const monthStart = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1)
      const now = monthStart + 350 * hourMs
      auth.clock.set(new Date(now))
      await visitor.signIn(admin)
      const add = (ms: number, ofAccount = accountId) => {
        const createdAt = new Date(ms)
        const expiresAt = new Date(ms + hourMs)
        return auth.db.email.create({
          data: { id: randomUUID(), accountId: ofAccount, createdAt, expiresAt },
        })
      }
      await add(now - hourMs / 2)
      await add(monthStart - hourMs)
      await add(now - hourMs / 2, auth.accountId)
      await setAccountLimits(auth, accountId, { capturesPerHour: 12_345 })
      const [hour, , month, , ...limits] = await usage()
      expect([hour, month]).toEqual(['Emails handed in: 1', 'Emails handed in: 1'])
      expect(limits).toEqual([
        'Emails a minute: 600',
        'Emails and their images an hour: 10,737 MB',
        'Pictures an hour: 12,345',
        'Pictures that wait for one engine: 2,000',
        'Checks a minute: 300',
      ])
    })
  })
})
