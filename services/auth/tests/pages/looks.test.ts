import { createAccount } from '@pas/accounts/create-account'
import { signSettingsLink } from '@pas/accounts/settings-link'
import { isLongRun } from '@pas/testing/long-run'
import axe from 'axe-core'
import type { Browser } from 'playwright'
import { startAuth, type TestAuth, type TestUser } from '../start-auth'
import { fillIn, openBrowser, signIn } from './open-browser'

interface AxeResults {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
}

describe('every page', () => {
  let auth: TestAuth
  let browser: Browser
  /** The pages: the path and the status of its answer, by name. */
  let paths: [string, string, number][]
  /** A user who signs in with a second factor. */
  let careful: TestUser

  beforeAll(async () => {
    auth = await startAuth({
      openid: {
        issuer: 'https://login.example.com',
        clientId: 'id',
        clientSecret: 'secret',
        name: 'Example Corp',
        isOnly: false,
      },
    })
    browser = await openBrowser()
    const child = await createAccount(auth, { name: 'Sub-account', parentId: auth.accountId })
    const link = await signSettingsLink(auth, (await auth.createUser(child.id)).id)
    for (let count = 0; count < 30; count++) await auth.createUser(child.id, 'a long password')
    careful = await auth.createUser()
    await auth.db.secondFactor.create({
      data: { userId: careful.id, secret: new Uint8Array(1), lastUsedStep: 0, enabledAt: auth.clock.now() },
    })
    const { id } = await auth.db.oauthApplication.findFirstOrThrow()
    await auth.db.consent.create({
      data: { userId: auth.user.id, oauthApplicationId: id, scope: 'full', createdAt: auth.clock.now() },
    })
    const unconnected = await auth.createApplication('https://partner.example.com/a/long/callback')
    paths = [
      ['settings', '/settings/clients?saved=choice', 200],
      ['applications', '/settings/applications?disconnected=1', 200],
      ['setting a second factor up', '/settings/second-factor?turned_off=1', 200],
      ['users to switch to', '/switch', 200],
      ['switch by link', `/switch?link=${link}`, 200],
      ['consent', `/oauth/authorize?response_type=code&state=x&client_id=${unconnected.clientId}`, 200],
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

  it.each([
    ['light', 1280] as const,
    ...(isLongRun ? [['dark', 1280] as const, ['light', 390] as const] : []),
    ['dark', 320] as const,
  ])(
    'in %s colours at %i px: axe finds no fault, no sideways scrolling, nothing from other hosts, nothing inline',
    async (colorScheme, width) => {
      const context = await browser.newContext({
        ignoreHTTPSErrors: true,
        colorScheme,
        viewport: { width, height: 800 },
      })
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => {
        // The browser reports a status other than 200 on its console; that is no fault.
        if (!message.text().startsWith('Failed to load resource: the server responded'))
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
        const { sideways, inline, title, ground } = await page.evaluate<{
          sideways: number
          inline: string[]
          title: string
          ground: string
        }>(`({
          sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          inline: [...document.querySelectorAll('script:not([src]), style, [style], iframe, object, embed')].map((e) => e.outerHTML)
            .concat([...document.querySelectorAll('*')].filter((e) => [...e.attributes].some((a) => a.name.startsWith('on'))).map((e) => e.outerHTML)),
          title: document.title,
          ground: getComputedStyle(document.body).backgroundColor,
        })`)
        expect({ name, sideways, inline }).toEqual({ name, sideways: 0, inline: [] })
        expect(title).toMatch(/^[^·]+ · Partner Access$/)
        expect(ground).toBe(colorScheme === 'dark' ? 'rgb(17, 20, 26)' : 'rgb(244, 245, 248)')
      }

      await page.goto(`${auth.url}/login?signed_out=1`)
      await check('sign-in')
      await page.getByLabel('E-mail address').fill('nobody@example.test')
      await page.getByLabel('Password').fill('not a password')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      await check('sign-in that failed')
      await fillIn(page, careful)
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
      await page.locator('summary').click()
      await check('second factor')
      await signIn(page, auth.url, auth.user)
      for (const [name, path, status] of paths) {
        const response = await page.goto(auth.url + path)
        expect([name, response?.status()]).toEqual([name, status])
        await check(name)
      }
      expect(complaints).toEqual([])
      await context.close()
    },
    60_000,
  )
})
