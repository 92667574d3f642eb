import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { saveEmailClientSet } from '@pas/accounts/email-client-sets'
import { createInvitation } from '@pas/accounts/invitations'
import { createOneTimeLink } from '@pas/accounts/one-time-links'
import { signSettingsLink } from '@pas/accounts/settings-link'
import { isLongRun } from '@pas/testing/long-run'
import axe from 'axe-core'
import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright'
import { emailClients } from '@pas/email-clients/catalogue'
import { startAuth, type TestAuth, type TestUser } from '../start-auth'
import { createVisitor, type Visitor } from '../visitor'
import { fillIn, openBrowser, signIn } from './open-browser'
import { faultsWithoutScripts, reachByTab } from './reach-by-tab'

interface AxeResults {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
}

describe('every page', () => {
  let auth: TestAuth
  let browser: Browser
  /** The pages: the path and the status of its answer, by name. */
  let paths: [string, string, number][]
  /** A user of a sub-account. */
  let childUser: TestUser
  /** A user who signs in with a second factor. */
  let careful: TestUser

  beforeAll(async () => {
    auth = await startAuth({
      // No page of this test leads there.
      boardUrl: 'https://board.example.test',
      // Nothing is mailed: no page of this test asks for a mail.
      smtpUrl: 'smtp://127.0.0.1:9',
      openid: {
        issuer: 'https://login.example.com',
        clientId: 'id',
        clientSecret: 'secret',
        name: 'Example Corp',
        isOnly: false,
      },
    })
    browser = await openBrowser()
    await auth.db.user.update({ where: { id: auth.user.id }, data: { role: 'admin' } })
    const child = await createAccount(auth, { name: 'Sub-account', parentId: auth.accountId })
    childUser = await auth.createUser(child.id)
    const link = await signSettingsLink(auth, childUser.id)
    for (let count = 0; count < 30; count++) await auth.createUser(child.id)
    careful = await auth.createUser()
    await auth.db.secondFactor.create({
      data: { userId: careful.id, secret: new Uint8Array(1), lastUsedStep: 0, enabledAt: auth.clock.now() },
    })
    const { id } = await auth.db.oauthApplication.findFirstOrThrow()
    await auth.db.consent.create({
      data: { userId: auth.user.id, oauthApplicationId: id, scope: 'full', createdAt: auth.clock.now() },
    })
    // What the application made, which its page names.
    const { accountId } = auth
    const createdAt = auth.clock.now()
    const made = { accountId, createdAt, expiresAt: new Date(createdAt.getTime() + 3_600_000) }
    const { id: emailId } = await auth.db.email.create({ data: { id: randomUUID(), ...made } })
    await auth.db.share.create({
      data: {
        ...{ id: randomUUID(), ...made, emailId, userId: auth.user.id, oauthApplicationId: id, shows: [] },
        tokenHash: new Uint8Array(32),
      },
    })
    const saved = await saveEmailClientSet(auth, auth.user.id, {
      name: 'Outlook check',
      emailClients: ['OL2016', 'OL2019'],
    })
    const { token } = await createOneTimeLink(auth, {
      userId: auth.user.id,
      purpose: 'reset',
      language: 'en',
    })
    const colleague = await auth.createUser()
    const invited = await createInvitation(
      auth,
      {
        ...{ accountId, email: 'invited@example.test', role: 'admin', language: 'en' },
        invitedByUserId: auth.user.id,
      },
      { isMailed: false },
    )
    await createApiKey(auth, { accountId, userId: auth.user.id, name: 'Staging' })
    await auth.db.apiKey.updateMany({ data: { lastUsedAt: createdAt } })
    const { id: keyId } = await auth.db.apiKey.findFirstOrThrow()
    const unconnected = await auth.createApplication('https://partner.example.com/a/long/callback')
    paths = [
      ['people', '/settings/people', 200],
      ['a person', `/settings/people/${colleague.id}`, 200],
      ['the last admin', `/settings/people/${auth.user.id}`, 200],
      ['an invitation to withdraw', `/settings/people/invitations/${invited.id}`, 200],
      ['API keys', '/settings/keys?revoked=1', 200],
      ['an API key to revoke', `/settings/keys/${keyId}`, 200],
      ['usage', '/settings/usage', 200],
      ['invitation', `/password/choose?link=${invited.token}`, 200],
      ['settings', '/settings/clients?saved=choice', 200],
      ['settings with a set', `/settings/clients?saved=set&set=${saved?.id ?? ''}`, 200],
      ['language', '/settings/language?saved=1', 200],
      ['applications', '/settings/applications?disconnected=1', 200],
      ['setting a second factor up', '/settings/second-factor?turned_off=1', 200],
      ['users to switch to', '/switch', 200],
      ['switch by link', `/switch?link=${link}`, 200],
      ['consent', `/oauth/authorize?response_type=code&state=x&client_id=${unconnected.clientId}`, 200],
      ['password', '/settings/password?saved=1', 200],
      ['lost password', '/password/lost', 200],
      ['new password', `/password/choose?link=${token}`, 200],
      ['unusable link', '/password/choose?link=x', 410],
      ['sign-out', '/logout', 200],
      ['refused link', '/settings/clients?link=tampered', 403],
      ['refused by the OpenID provider', '/login/openid/callback', 400],
      ['nothing there', '/nothing', 404],
      ['refused authorization', '/oauth/authorize?client_id=nobody', 400],
    ]
  })
  afterAll(async () => {
    await browser.close()
    await auth.close()
  })

  // In the short run each of `paths` has one of three looks, in turn.
  it.each([
    ['light', 1280, 'en', 0] as const,
    ...(isLongRun ? [['dark', 1280, 'fr', 0] as const, ['light', 320, 'de', 0] as const] : []),
    ['dark', 320, 'de', 1] as const,
    ['light', 390, 'fr', 2] as const,
  ])(
    'in %s colours at %i px in the language %s: axe finds no fault, no sideways scrolling, nothing from other hosts, nothing inline',
    async (colorScheme, width, language, turn) => {
      const context = await browser.newContext({
        ignoreHTTPSErrors: true,
        colorScheme,
        locale: language,
        viewport: { width, height: 800 },
      })
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => {
        // A status other than 200 is no fault. Nor is what the browser only notes, such as that it did not place the
        // cursor in a field because somebody was quick to click elsewhere.
        const isFault = ['error', 'warning'].includes(message.type())
        if (isFault && !message.text().startsWith('Failed to load resource: the server responded'))
          complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('request', (request) => {
        if (!request.url().startsWith(auth.url)) complaints.push(request.url())
      })

      const check = async (name: string): Promise<void> => {
        await page.evaluate(axe.source)
        const { violations } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`)
        const faults = violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${name}: ${id}: ${html} ${failureSummary}`),
        )
        expect(faults).toEqual([])
        const { lang, sideways, inline, title, ground } = await page.evaluate<{
          lang: string
          sideways: number
          inline: string[]
          title: string
          ground: string
        }>(`({
          lang: document.documentElement.lang,
          sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          inline: [...document.querySelectorAll('script:not([src]), style, [style], iframe, object, embed')].map((e) => e.outerHTML)
            .concat([...document.querySelectorAll('*')].filter((e) => [...e.attributes].some((a) => a.name.startsWith('on'))).map((e) => e.outerHTML)),
          title: document.title,
          ground: getComputedStyle(document.body).backgroundColor,
        })`)
        expect({ name, lang, sideways, inline }).toEqual({ name, lang: language, sideways: 0, inline: [] })
        expect(title).toMatch(/^[^·]+ · Partner Access$/)
        expect(ground).toBe(colorScheme === 'dark' ? 'rgb(17, 20, 26)' : 'rgb(244, 245, 248)')
      }

      await page.goto(`${auth.url}/login?signed_out=1`)
      await check('sign-in')
      await fillIn(page, { email: 'nobody@example.test', password: 'not a password' }, language)
      await page.getByRole('alert').waitFor()
      await check('sign-in that failed')
      await fillIn(page, careful, language)
      await page.locator('#code').waitFor()
      await page.locator('summary').click()
      await check('second factor')
      await signIn(page, auth.url, auth.user, language)
      for (const [name, path, status] of paths.filter((_path, index) => isLongRun || index % 3 === turn)) {
        const response = await page.goto(auth.url + path)
        expect([name, response?.status()]).toEqual([name, status])
        if (name.startsWith('settings'))
          await page.evaluate(
            `document.querySelectorAll('details').forEach((details) => { details.open = true })`,
          )
        await check(name)
      }
      await page.goto(`${auth.url}/switch`)
      await page.locator('form[method=post][action="/switch"] button').first().click()
      await page.waitForURL('**/settings/clients')
      for (const [name, path] of paths.filter(([name]) => name === 'settings' || name === 'consent')) {
        await page.goto(auth.url + path)
        await check(`${name}, acting for another user`)
      }
      expect(complaints).toEqual([])
      await context.close()
    },
    90_000,
  )

  it.each([
    ['has each link, button and field reached by Tab, and seen to be', {}, reachByTab],
    [
      'works without JavaScript, with forced colours in 320 px',
      { javaScriptEnabled: false, forcedColors: 'active', viewport: { width: 320, height: 600 } },
      faultsWithoutScripts,
    ],
  ] as const)(
    '%s',
    async (_what, options, look) => {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en', ...options })
      const page = await context.newPage()
      const check = async (name: string): Promise<void> => {
        const found = await look(page)
        expect({ name, found }).toEqual({ name, found: look === reachByTab ? { missed: [], faint: [] } : [] })
      }
      await page.goto(`${auth.url}/login`)
      await check('sign-in')
      await fillIn(page, careful)
      await page.locator('#code').waitFor()
      await check('second factor')
      await signIn(page, auth.url, auth.user)
      for (const [name, path] of paths) {
        await page.goto(auth.url + path)
        await check(name)
      }
      await context.close()
    },
    240_000,
  )

  const read = new Map<string, Promise<[string, string][]>>()

  /** Every page, by name, in a language; those of `paths` for a user who acts for another, too. */
  function everyPage(language: string): Promise<[string, string][]> {
    const pages = read.get(language) ?? readEveryPage(language)
    read.set(language, pages)
    return pages
  }

  async function readEveryPage(language: string): Promise<[string, string][]> {
    const visitor: Visitor = createVisitor(auth, { 'Accept-Language': language })
    const readPage = async (name: string, path: string): Promise<[string, string]> => [
      name,
      await (await visitor.get(path)).text(),
    ]
    const failed = await visitor.submit('/login', { email: 'nobody@example.test', password: 'wrong' })
    const pages: [string, string][] = [
      await readPage('sign-in', '/login?signed_out=1'),
      ['sign-in that failed', await failed.text()],
    ]
    await visitor.signIn(auth.user)
    for (const [name, path] of paths) pages.push(await readPage(name, path))
    const nothing = await visitor.submit('/settings/clients', {})
    pages.push(['nothing ticked', await nothing.text()])
    pages.push(['nobody found', await (await visitor.get('/switch?search=nobody-at-all')).text()])
    await visitor.submit('/switch', { user_id: String(childUser.id) })
    // The link is the other user's own, so it leads to the settings.
    for (const [name, path] of paths.filter(([name]) => name !== 'switch by link'))
      pages.push(await readPage(`${name}, acting for another user`, path))
    await visitor.close()
    return pages
  }

  it('has no text in common with the same page in another language, except names', async () => {
    const [english, german, french] = await Promise.all(['en', 'de', 'fr'].map(everyPage))
    const named = new Set([
      ...[
        'Partner Access',
        'Partner',
        'Test Account',
        'Sub-account',
        'Ada Person',
        'iPhone',
        'iPad',
        'Gmail',
      ],
      ...['English', 'Deutsch', 'Français', 'Outlook check', 'Staging'],
      ...['Samsung Email', 'Applications', 'Pages', 'partner.example.com'],
      ...emailClients.flatMap(({ name, platform, code }) => [`${name} · ${platform}`, code]),
    ])
    const isText = (text: string): boolean =>
      /\p{L}/u.test(text) && !named.has(text) && !/@example\.test|^https:|^pas_key_/.test(text)
    const inCommon = (one: [string, string][] = [], other: [string, string][] = []): string[] =>
      one.flatMap(([name, html], index) => {
        const texts = textsOf(other[index]?.[1] ?? '')
        return [...textsOf(html)]
          .filter((text) => isText(text) && texts.has(text))
          .map((text) => `${name}: ${text}`)
      })
    expect(inCommon(english, german)).toEqual([])
    expect(inCommon(english, french)).toEqual([])
    expect(inCommon(german, french)).toEqual([])
  })

  it('weighs at most 64 kB, with its style, its script and its icon', async () => {
    const visitor = createVisitor(auth)
    const weights = new Map<string, number>()
    const tooHeavy: string[] = []
    const weigh = async (path: string): Promise<number> => {
      const known = weights.get(path)
      if (known !== undefined) return known
      const { byteLength } = await (await visitor.get(path)).arrayBuffer()
      weights.set(path, byteLength)
      return byteLength
    }
    for (const language of ['en', 'de', 'fr']) {
      for (const [name, html] of await everyPage(language)) {
        const assets = new Set(
          [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? ''),
        )
        let bytes = Buffer.byteLength(html)
        for (const path of assets) bytes += await weigh(path)
        if (bytes > 64_000) tooHeavy.push(`${language} ${name}: ${bytes} bytes`)
      }
    }
    expect(tooHeavy).toEqual([])
    await visitor.close()
  })

  it('says that it varies with the language', async () => {
    const visitor = createVisitor(auth)
    for (const path of ['/login', '/nothing'])
      expect((await visitor.get(path)).headers.get('vary')).toContain('Accept-Language')
    await visitor.close()
  })

  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['fr-CA', 'fr-CA', 'fr'],
    ['it,fr;q=0.4,de;q=0.6', 'it,fr;q=0.4,de;q=0.6', 'de'],
    ['it', 'it', 'en'],
    ['*', '*', 'en'],
    ['nothing', '', 'en'],
    ['de;q=0, fr;q=0', 'de;q=0, fr;q=0', 'en'],
    ['a header of 5,000 letters', 'x'.repeat(5_000), 'en'],
  ])('is in the language that the browser asks for: %s', async (_asked, accepted, language) => {
    const visitor = createVisitor(auth, { 'Accept-Language': accepted })
    expect(await (await visitor.get('/login')).text()).toContain(`<html lang="${language}">`)
    await visitor.close()
  })
})

/** What a person reads or hears of a page, and what its script says: text and the attributes that hold text. */
function textsOf(html: string): Set<string> {
  const attributes = [...html.matchAll(/(?:aria-label|placeholder|title|alt|data-[\w-]+)="([^"]*)"/g)].map(
    ([, text]) => text ?? '',
  )
  return new Set(
    [...html.replace(/<head>.*?<\/head>/s, '').split(/<[^<>]*>/), ...attributes].map((text) => text.trim()),
  )
}
