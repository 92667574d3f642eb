import { createAccount } from '@pas/accounts/create-account'
import { listEmailClientSets } from '@pas/accounts/email-client-sets'
import { findEmailClientChoice } from '@pas/accounts/email-client-choice'
import { rotateLinkKey } from '@pas/accounts/link-keys'
import { setUserDisabled } from '@pas/accounts/set-user-disabled'
import { workerHeartbeatKey } from '@pas/captures/worker-heartbeat'
import { signSettingsLink } from '@pas/accounts/settings-link'
import { emailClients } from '@pas/email-clients/catalogue'
import { testVariable } from '@pas/testing/test-environment'
import { Redis } from 'ioredis'
import { startAuth, type TestAuth, type TestUser } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

const dayMs = 24 * 60 * 60 * 1000

describe('client settings', () => {
  let auth: TestAuth
  let visitor: Visitor
  let user: TestUser

  beforeAll(async () => {
    auth = await startAuth()
  })
  afterAll(() => auth.close())
  beforeEach(async () => {
    visitor = createVisitor(auth)
    user = await auth.createUser()
    await visitor.signIn(user)
  })
  afterEach(() => visitor.close())

  const page = async (path = '/settings/clients'): Promise<string> => (await visitor.get(path)).text()
  const ticked = (html: string): string[] =>
    [...html.matchAll(/<input[^>]*checked=""[^>]*value="(\w+)"|<input[^>]*value="(\w+)"[^>]*checked=""/g)]
      .map(([, a, b]) => a ?? b ?? '')
      .sort()
  const save = (...codes: string[]) =>
    visitor.submit(
      '/settings/clients',
      codes.map((code): [string, string] => ['email_client', code]),
    )
  const chosen = () => findEmailClientChoice(auth, user.id)

  it('offers every email client of the catalogue, with the popular set ticked until the user has chosen', async () => {
    const html = await page()
    for (const { code, name, platform } of emailClients) {
      expect(html).toContain(`value="${code}"`)
      expect(html).toContain(`${name} · ${platform}<small>${code}`)
    }
    expect(html).toContain('You have not chosen yet: this is the popular set.')
    expect(ticked(html)).toEqual([...auth.config.defaultEmailClients].sort())
  })

  it('marks email clients that no worker draws, and none while that is not known', async () => {
    const mark = 'cannot be drawn at the moment'
    const served = async (engine: string): Promise<void> => {
      const { prefix } = auth.config.queues
      const redis = new Redis(testVariable('TEST_REDIS_URL'))
      const beat = JSON.stringify({ workerId: 'x', engine, version: '1' })
      await redis.zadd(`${prefix}:${workerHeartbeatKey(engine)}`, auth.clock.now().getTime(), beat)
      redis.disconnect()
    }
    expect(await page()).not.toContain(mark)
    await served('text')
    const html = await page()
    const marked = [...html.matchAll(/value="(\w+)"[^>]*>[^<]*<small>([^<]*)<\/small>/g)]
      .filter(([, , small]) => small?.includes(mark))
      .map(([, code]) => code)
    const others = emailClients.filter(({ engine }) => engine !== 'text').map(({ code }) => code)
    expect(marked.sort()).toEqual(others.sort())
  })

  it('is saved 150 times in 15 minutes at most, by this user, and never keeps from signing out', async () => {
    await page()
    const form = { email_client: 'CHROMEGMAILNEW', form_token: visitor.field('form_token') }
    const statuses = new Set<number>()
    for (let round = 0; round < 15; round++) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => visitor.post('/settings/clients', form)),
      )
      for (const { status } of answers) statuses.add(status)
    }
    expect([...statuses]).toEqual([303])
    const rows = () => auth.db.auditEvent.count({ where: { target: `user:${user.id}` } })
    const before = await rows()
    const refused = await visitor.post('/settings/clients', form)
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringMatching(
        /Nothing was changed because you have sent too many forms\. Try again in \d+ minutes/,
      ),
    ])
    expect(await rows()).toBe(before)
    const other = createVisitor(auth)
    await other.signIn(await auth.createUser())
    expect((await other.submit('/settings/clients', { email_client: 'CHROMEGMAILNEW' })).status).toBe(303)
    await other.close()
    expect((await visitor.submit('/logout', {})).headers.get('location')).toBe('/login?signed_out=1')
  })

  it('has the popular set first and each email client once, and folds the sections that have no tick', async () => {
    const sections = [
      ...(await page()).matchAll(/<details class="card section"( open="")?>.*?<\/details>/gs),
    ].map(([html, open]) => ({
      codes: [...html.matchAll(/value="(\w+)"/g)].map(([, code]) => code ?? ''),
      isOpen: open !== undefined,
      hasTick: html.includes('checked=""'),
    }))
    expect(sections[0]?.codes.sort()).toEqual(auth.config.defaultEmailClients)
    expect(sections.flatMap(({ codes }) => codes).sort()).toEqual(emailClients.map(({ code }) => code))
    expect(sections.map(({ isOpen }) => isOpen)).toEqual(sections.map(({ hasTick }) => hasTick))

    await save('K9MAIL')
    const html = await page()
    expect(html.match(/<details class="card section" open="">/g)).toHaveLength(2)
    expect(html).toMatch(/<details class="card section" open=""><summary><h2 id="openSource">/)
  })

  it('leaves an audit row with how many there are and what changed, which is short for any number', async () => {
    await save('PLAINTEXT', 'K9MAIL')
    await save('PLAINTEXT', 'OL2016')
    await save(...emailClients.map(({ code }) => code))
    const rows = await auth.db.auditEvent.findMany({
      where: { action: 'email_clients.choose', target: `user:${user.id}` },
      orderBy: { id: 'asc' },
    })
    expect(rows[0]).toMatchObject({ actor: `user:${user.id}`, ip: '127.0.0.1' })
    expect(rows.map(({ details }) => details)).toEqual([
      {
        ...{ email_clients: 2, added: 2, removed: 0 },
        ...{ added_codes: ['K9MAIL', 'PLAINTEXT'], removed_codes: [] },
      },
      { email_clients: 2, added: 1, removed: 1, added_codes: ['OL2016'], removed_codes: ['K9MAIL'] },
      expect.objectContaining({
        ...{ email_clients: emailClients.length, added: emailClients.length - 2, removed: 0 },
      }),
    ])
    expect(JSON.stringify(rows[2]?.details).length).toBeLessThan(500)
  })

  it('saves one email client, several, and the popular set again', async () => {
    const one = await save('PLAINTEXT')
    expect([one.status, one.headers.get('location')]).toEqual([303, '/settings/clients?saved=choice'])
    expect(await chosen()).toEqual(['PLAINTEXT'])
    const html = await page('/settings/clients?saved=choice')
    expect(html).toContain('Saved.')
    expect(html).not.toContain('You have not chosen yet')
    expect(ticked(html)).toEqual(['PLAINTEXT'])

    await save('GMAILNEW', 'PLAINTEXT', 'GMAILNEW')
    expect(await chosen()).toEqual(['GMAILNEW', 'PLAINTEXT'])

    const reset = await visitor.submit('/settings/clients', { action: 'reset', email_client: 'PLAINTEXT' })
    expect(reset.headers.get('location')).toBe('/settings/clients?saved=popular')
    expect(await chosen()).toBeNull()
    expect(await page()).toContain('You have not chosen yet')
  })

  describe('sets of email clients', () => {
    const name = 'Outlook <check>'
    const saveSet = (set_name: string, ...codes: string[]) =>
      visitor.submit('/settings/clients', [
        ['action', 'save_set'],
        ['set_name', set_name],
        ...codes.map((code): [string, string] => ['email_client', code]),
      ])
    const sets = () => listEmailClientSets(auth, user.id)

    it('are saved under a name, shown, replaced and deleted, beside the choice, with audit rows', async () => {
      const saved = await saveSet(` ${name} `, 'OL2016', 'OL2019', 'OL2016')
      const [set] = await sets()
      expect(set).toMatchObject({ name, emailClients: ['OL2016', 'OL2019'] })
      expect([saved.status, saved.headers.get('location')]).toEqual([
        303,
        `/settings/clients?saved=set&set=${set?.id ?? ''}`,
      ])
      const html = await page(`/settings/clients?saved=set&set=${set?.id ?? ''}`)
      expect(html).toContain('The set is saved.')
      expect(html).toContain('<bdi>Outlook &lt;check&gt;</bdi> <span class="hint">2 email clients</span>')
      expect(ticked(html)).toEqual(['OL2016', 'OL2019'])
      expect(await chosen()).toBeNull()
      expect(ticked(await page())).toEqual([...auth.config.defaultEmailClients].sort())

      await saveSet(name, 'PLAINTEXT')
      expect(await sets()).toEqual([{ ...set, emailClients: ['PLAINTEXT'] }])

      const fields = { action: 'delete_set', set_id: String(set?.id) }
      const deleted = await visitor.submit('/settings/clients', fields)
      expect(deleted.headers.get('location')).toBe('/settings/clients?saved=set_deleted')
      expect(await sets()).toEqual([])
      const again = await visitor.submit('/settings/clients', fields)
      expect([again.status, await again.text()]).toEqual([
        404,
        expect.stringContaining('This set does not exist any more.'),
      ])
      const rows = await auth.db.auditEvent.findMany({
        where: { target: `user:${user.id}`, action: { startsWith: 'email_client_set.' } },
        orderBy: { id: 'asc' },
      })
      const actor = `user:${user.id}`
      expect(rows).toMatchObject([
        {
          ...{ actor, action: 'email_client_set.save' },
          details: { name, email_clients: 2, added_codes: ['OL2016', 'OL2019'], removed_codes: [] },
        },
        {
          ...{ actor, action: 'email_client_set.save' },
          details: {
            name,
            email_clients: 1,
            added_codes: ['PLAINTEXT'],
            removed_codes: ['OL2016', 'OL2019'],
          },
        },
        { actor, action: 'email_client_set.delete', details: { name } },
      ])
    })

    it('are twenty at most, also when they are made at once; one of them can be replaced', async () => {
      await page()
      const form_token = visitor.field('form_token')
      const answers = await Promise.all(
        Array.from({ length: 22 }, (_, number) =>
          visitor.post('/settings/clients', {
            ...{ form_token, action: 'save_set', set_name: `Set ${number}`, email_client: 'PLAINTEXT' },
          }),
        ),
      )
      expect(answers.filter(({ status }) => status === 303)).toHaveLength(20)
      expect(await sets()).toHaveLength(20)
      const refused = await saveSet('One more', 'K9MAIL')
      const html = await refused.text()
      expect([refused.status, html]).toEqual([400, expect.stringContaining('you have 20 sets')])
      expect(ticked(html)).toEqual(['K9MAIL'])
      const [first] = await sets()
      expect((await saveSet(first?.name ?? '', 'K9MAIL')).status).toBe(303)
    })

    it.each([
      ['no name', ' ', 'the set has no name'],
      ['a name of 61 characters', 'ä'.repeat(61), 'Type at most 60 characters'],
      ['a line break', 'Outlook\ncheck', 'a line break'],
      ['a control character', 'Outlook\u0007', 'control character'],
    ])('are refused with %s, and keep what was ticked', async (_what, set_name, text) => {
      const refused = await saveSet(set_name, 'OL2016')
      const html = await refused.text()
      expect([refused.status, html]).toEqual([400, expect.stringContaining(text)])
      expect(html).toMatch(/<input[^>]*id="set_name"[^>]*aria-invalid="true"/)
      expect(ticked(html)).toEqual(['OL2016'])
      expect(await sets()).toEqual([])
    })

    it('take 60 characters of any kind, and need an email client', async () => {
      expect((await saveSet('📮'.repeat(60), 'OL2016')).status).toBe(303)
      expect((await saveSet('Empty')).status).toBe(400)
      expect(await sets()).toHaveLength(1)
    })

    it('are a user’s own: another can neither see, nor delete, nor replace them', async () => {
      await saveSet(name, 'OL2016')
      const [set] = await sets()
      const other = createVisitor(auth)
      await other.signIn(await auth.createUser())
      const html = await (await other.get(`/settings/clients?set=${set?.id ?? ''}`)).text()
      expect(html).not.toContain('Outlook &lt;check&gt;')
      const fields = { action: 'delete_set', set_id: String(set?.id) }
      expect((await other.submit('/settings/clients', fields)).status).toBe(404)
      expect(
        (
          await other.submit('/settings/clients', {
            ...{ action: 'save_set', set_name: name, email_client: 'PLAINTEXT' },
          })
        ).status,
      ).toBe(303)
      expect(await sets()).toEqual([set])
      await other.close()
    })

    it('end with their user', async () => {
      await saveSet(name, 'OL2016')
      await auth.db.session.deleteMany({ where: { userId: user.id } })
      await auth.db.user.delete({ where: { id: user.id } })
      expect(await sets()).toEqual([])
    })
  })

  it('refuses an empty choice, and keeps the previous one', async () => {
    await save('PLAINTEXT')
    const answer = await save()
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain('no email client is ticked')
    expect(ticked(html)).toEqual([])
    expect(await chosen()).toEqual(['PLAINTEXT'])
  })

  it.each([
    ['a code that is not offered', ['PLAINTEXT', 'NOSUCHCLIENT']],
    ['an empty code', ['']],
    ['NUL', ['PLAINTEXT', 'PLAIN\0TEXT']],
    ['64 KB', ['x'.repeat(60_000)]],
  ])('saves nothing of %s', async (_what, codes) => {
    const answer = await save(...codes)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(await chosen()).toBeNull()
  })

  it('ignores a chosen email client that is no longer offered', async () => {
    await auth.db.chosenEmailClient.create({ data: { userId: user.id, emailClient: 'GONE' } })
    expect(await page()).toContain('You have not chosen yet')
    await auth.db.chosenEmailClient.create({ data: { userId: user.id, emailClient: 'PLAINTEXT' } })
    const html = await page()
    expect(ticked(html)).toEqual(['PLAINTEXT'])
    expect(html).not.toContain('GONE')
  })

  it('keeps one of two choices saved at once, never a mixture', async () => {
    await visitor.get('/settings/clients')
    const token: [string, string] = ['form_token', visitor.field('form_token')]
    const sets = [['PLAINTEXT'], ['CHROMEGMAILNEW', 'GMAILNEW']]
    const answers = await Promise.all(
      [...sets, ...sets, ...sets].map((codes) =>
        visitor.post('/settings/clients', [
          ...codes.map((code): [string, string] => ['email_client', code]),
          token,
        ]),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303))
    expect(sets).toContainEqual(await chosen())
  })

  describe('by way of a configuration_url', () => {
    const follow = (link: string) => visitor.get(`/settings/clients?link=${link}`)

    it('shows the settings to its own user, any number of times for 7 days', async () => {
      const link = await signSettingsLink(auth, user.id)
      expect((await follow(link)).status).toBe(200)
      const start = auth.clock.now()
      auth.clock.advance(7 * dayMs - 1_000)
      await visitor.signIn(user)
      expect((await follow(link)).status).toBe(200)
      auth.clock.advance(1_000)
      const late = await follow(link)
      expect(late.status).toBe(410)
      expect(await late.text()).toContain('A link to the settings works for 7 days.')
      auth.clock.set(start)
    })

    it('still works after the key was rotated once, and not after twice', async () => {
      const link = await signSettingsLink(auth, user.id)
      auth.clock.advance(1)
      await rotateLinkKey(auth, { force: true })
      expect((await follow(link)).status).toBe(200)
      auth.clock.advance(1)
      await rotateLinkKey(auth, { force: true })
      expect((await follow(link)).status).toBe(403)
    })

    it('signs no user in: leads through the sign-in page to the settings', async () => {
      const link = await signSettingsLink(auth, user.id)
      visitor.cookies.clear()
      const answer = await follow(link)
      expect([answer.status, answer.headers.get('location')]).toEqual([
        302,
        `/login?return_to=${encodeURIComponent(`/settings/clients?link=${link}`)}`,
      ])
      await visitor.get(answer.headers.get('location') ?? '')
      expect(visitor.field('return_to')).toBe(`/settings/clients?link=${link}`)
      expect((await visitor.get('/settings/clients')).status).toBe(302)
    })

    it('leads another user to the page that asks to switch', async () => {
      const link = await signSettingsLink(auth, auth.user.id)
      const answer = await follow(link)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `/switch?link=${link}`])
    })

    it('refuses a tampered link and one of a disabled user in the same words, and audits it', async () => {
      const disabled = await auth.createUser((await createAccount(auth, { name: 'Other' })).id)
      await setUserDisabled(auth, disabled.email, true)
      const link = await signSettingsLink(auth, user.id)
      const [header = '', payload = '', signature = ''] = link.split('.')
      const other = Buffer.from(payload, 'base64url')
        .toString()
        .replace(String(user.id), String(auth.user.id))
      const unsigned = Buffer.from(JSON.stringify({ alg: 'none', kid: 'first' })).toString('base64url')
      const texts = new Set<string>()
      for (const bad of [
        await signSettingsLink(auth, disabled.id),
        `${header}.${Buffer.from(other).toString('base64url')}.${signature}`,
        `${unsigned}.${payload}.`,
        link.slice(0, -3),
        'x',
        '',
        '..',
        'x'.repeat(8_000),
      ]) {
        const answer = await follow(bad)
        expect(answer.status).toBe(403)
        texts.add((await answer.text()).replace(/Request [0-9a-f-]+/, ''))
      }
      expect(texts.size).toBe(1)
      await auth.refusalTrail.settled()
      const events = await auth.db.auditEvent.findMany({
        where: { action: 'link.refused', actor: `user:${user.id}` },
      })
      expect(events).toHaveLength(8)
      expect(JSON.stringify(events.map(({ target, details }) => ({ target, details })))).not.toContain(
        signature,
      )
    })

    it('refuses a link that is sent twice, and one with U+0000', async () => {
      const link = await signSettingsLink(auth, user.id)
      expect((await follow(`${link}&link=${link}`)).status).toBe(400)
      expect((await follow('%00')).status).toBe(400)
      expect((await visitor.get(`/switch?link=${link}&link=${link}`)).status).toBe(400)
    })
  })
})
