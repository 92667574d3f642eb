import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '@pas/testing/free-port'
import type { Browser, BrowserContext, Page } from 'playwright'
import { authorizePath } from '../oauth-flow'
import { openBrowser, openMenu } from '../pages/open-browser'
import { startAuth, type TestAuth } from '../start-auth'

describe('a person with a browser, whose company has an OpenID provider that replaces passwords', () => {
  let provider: ChildProcess
  let auth: TestAuth
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    const port = await freePort()
    const people = {
      ada: { email: 'ada@example.test', email_verified: true },
      mallory: { email: 'ada@example.test', email_verified: false },
      stranger: { email: 'stranger@example.test', email_verified: true },
    }
    const program = path.join(__dirname, 'oidc-provider-server.mjs')
    const args = [`https://localhost:${port}/login/openid/callback`, JSON.stringify(people)]
    provider = fork(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
    const [{ issuer }] = (await once(provider, 'message')) as [{ issuer: string }]
    const credentials = { clientId: 'partner-access', clientSecret: 'a-secret-of-this-test' }
    auth = await startAuth({ port, openid: { issuer, ...credentials, name: 'Example Corp', isOnly: true } })
    await auth.db.user.update({ where: { id: auth.user.id }, data: { email: 'ada@example.test' } })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await auth.close()
    provider.kill()
  })
  beforeEach(async () => {
    // Without JavaScript, as every page of ours has to work.
    context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled: false })
    // The provider's own pages load a font, which nothing here needs.
    await context.route('https://fonts.googleapis.com/**', (route) => route.abort())
    page = await context.newPage()
    page.setDefaultTimeout(20_000)
  })
  afterEach(() => context.close())

  const heading = () => page.getByRole('heading', { level: 1 }).textContent()

  /** Goes to the provider from the sign-in page that is shown, and signs in and consents there. */
  async function signInAs(name: string): Promise<void> {
    await page.getByRole('button', { name: 'Sign in with Example Corp' }).click()
    await page.getByPlaceholder('Enter any login').fill(name)
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  it('signs in there, and later without being asked again', async () => {
    await page.goto(`${auth.url}/settings/applications`)
    await signInAs('ada')
    await page.waitForURL('**/settings/applications')
    expect(await heading()).toBe('Connected applications')
    await openMenu(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with Example Corp' }).click()
    await page.waitForURL('**/settings/clients')
    expect(await auth.db.externalIdentity.findMany({ select: { userId: true, subject: true } })).toEqual([
      { userId: auth.user.id, subject: 'ada' },
    ])
  })

  it('comes back to the application that asked', async () => {
    await page.goto(auth.url + authorizePath(auth))
    await signInAs('ada')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/oauth/authorize')
    expect(await page.getByRole('button', { name: 'Allow', exact: true }).count()).toBe(1)
  })

  it.each([
    ['mallory', 'does not confirm that your e-mail address is your own'],
    ['stranger', 'you have no access to this service'],
  ])('as %s is told why nobody is signed in', async (name, says) => {
    await page.goto(`${auth.url}/login`)
    await signInAs(name)
    expect(await page.getByRole('alert').textContent()).toContain(says)
    await page.goto(`${auth.url}/settings/clients`)
    expect(await heading()).toBe('Sign in')
  })

  it('is told that the sign-in was cancelled, and can try again', async () => {
    await page.goto(`${auth.url}/login`)
    await page.getByRole('button', { name: 'Sign in with Example Corp' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('was cancelled')
    await page.getByRole('link').last().click()
    expect(await heading()).toBe('Sign in')
  })

  it('sees nothing about passwords, and none is accepted', async () => {
    await page.goto(`${auth.url}/login`)
    expect(await page.locator('input[type=password], input[type=email]').count()).toBe(0)
    expect(await page.getByRole('main').textContent()).not.toMatch(/password/i)
    const token = await page.locator('input[name=form_token]').first().inputValue()
    const { email, password } = auth.user
    const answer = await context.request.post(`${auth.url}/login`, {
      form: { email, password, form_token: token },
      headers: { Origin: auth.url },
    })
    expect([answer.status(), await answer.text()]).toEqual([
      403,
      expect.stringContaining('Passwords do not work here'),
    ])
    expect((await context.request.get(`${auth.url}/settings/second-factor`)).status()).toBe(404)
  })
})
