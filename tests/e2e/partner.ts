import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { systemClock } from '@pas/runtime/clock'
import { testVariable } from '@pas/testing/test-environment'
import { until } from '@pas/testing/until'
import { freePort } from '@pas/testing/free-port'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { api, auth, certificate, services } from './partner-stack'

const partnerFile = path.resolve(__dirname, '../../examples/partner/partner.mjs')
const person = {
  email: 'ada@example.test',
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'a long password',
}

/** The services and examples/partner, and a user with a browser. */
describe('the example partner', () => {
  let partner: ChildProcess
  let partnerUrl: string
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let userId: number

  beforeAll(async () => {
    const callback = `https://localhost:${await freePort()}/callback`
    partnerUrl = new URL(callback).origin
    const deps = { db: services.database.db, clock: systemClock }
    const { accountId } = services
    userId = (await createUser(deps, { accountId, ...person })).id
    const application = { accountId, name: 'A partner', callbackUris: [callback] }
    const { clientId, clientSecret } = await createOauthApplication(deps, application)

    partner = spawn(process.execPath, [partnerFile], {
      env: {
        PATH: process.env.PATH,
        NODE_EXTRA_CA_CERTS: certificate.caFile,
        AUTH_URL: auth.url,
        API_URL: api.url,
        INSTANT_URL: `${api.url}/v1`,
        CLIENT_ID: clientId,
        CLIENT_SECRET: clientSecret,
        CALLBACK_URL: callback,
        TLS_CERT_FILE: certificate.certFile,
        TLS_KEY_FILE: certificate.keyFile,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (partner.stdout) await once(partner.stdout, 'data')
    browser = await chromium.launch({
      executablePath: testVariable('CHROMIUM_PATH'),
      // Not Playwright's `ignoreHTTPSErrors`, which repeats the request at each connection's error and fails when many
      // connections are opened at once.
      args: ['--ignore-certificate-errors'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    partner?.kill()
  })

  beforeEach(async () => {
    context = await browser.newContext()
    context.setDefaultTimeout(15_000)
    page = await context.newPage()
  })
  afterEach(() => context.close())

  async function connect(): Promise<void> {
    await page.goto(partnerUrl)
    await page.getByRole('link', { name: 'Connect your account' }).click()
  }
  async function signIn(): Promise<void> {
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  it('gets no token when the user declines, says so in words, and may ask again', async () => {
    await connect()
    await signIn()
    await page.getByRole('button', { name: /^(Decline|Do not allow|Cancel|No)/ }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Not connected')
    expect(await page.locator('#message').textContent()).toMatch(/^You chose not to connect/)
    expect(await services.database.db.tokenFamily.count({ where: { userId } })).toBe(0)
    await page.getByRole('link', { name: 'Connect your account' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('A partner')
    expect(page.url()).toContain('/oauth/authorize')
  })

  it('asks for consent once, shows the user’s name and the previews with their fidelity, and connects again without asking', async () => {
    await connect()
    await signIn()
    await page.getByRole('button', { name: /^(Allow|Approve)/ }).click()
    expect(await page.locator('#user').textContent()).toBe('Ada Lovelace')

    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByRole('button', { name: 'Preview our newsletter' }).click()
    await page.waitForURL('**/previews')
    const figures = await page.locator('figure').count()
    await until('every picture has arrived', () =>
      page.evaluate<boolean>(
        `document.images.length === ${figures} && [...document.images].every((image) => image.complete)`,
      ),
    )
    expect(await page.getByRole('status').textContent()).toBe(`${figures} of ${figures} pictures are here`)
    // One connection for all of them: the browser waits for no picture.
    expect(asked.filter((url) => url === `${partnerUrl}/previews/events`)).toHaveLength(1)
    expect(asked.filter((url) => url.startsWith(`${api.url}/`))).toEqual([])
    const widths = await page.evaluate<number[]>('[...document.images].map((image) => image.naturalWidth)')
    expect(widths.length).toBeGreaterThan(1)
    expect(Math.min(...widths)).toBeGreaterThan(300)
    const gmail = page.locator('figure').filter({ hasText: /Gmail.*Chrome/s })
    expect(await gmail.locator('.badge').textContent()).toBe('emulated')
    await gmail.getByRole('link', { name: 'Why it looks like this' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'What Gmail (Chrome) does to our newsletter',
    )
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /^position / })
        .textContent(),
    ).toMatch(/declaration-unsupported, line \d+/)
    await page.getByRole('link', { name: 'Back to the previews' }).click()
    await page.getByRole('link', { name: 'What is wrong with it' }).click()
    expect(await page.getByRole('listitem').allTextContents()).toContainEqual(
      expect.stringMatching(/warning, line \d.*in .*Outlook/),
    )
    await page.getByRole('link', { name: 'Back to the previews' }).click()
    const { accountId, database } = services
    expect(await database.db.email.findMany({ where: { userId }, select: { accountId: true } })).toEqual([
      { accountId },
    ])

    await page.locator('#settings').click()
    await page.getByLabel('Plain Text').check()
    for (const other of await page.locator('input[type=checkbox]:not([value=PLAINTEXT])').all()) {
      await other.uncheck()
    }
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.goto(partnerUrl)
    await page.getByRole('button', { name: 'Preview our newsletter' }).click()
    expect(await page.locator('figcaption b').allTextContents()).toEqual(['Plain Text'])

    await page.getByRole('link', { name: 'The same, embedded' }).click()
    await until('the embedded picture is seen', () =>
      page.evaluate<boolean>(
        `[...(document.querySelector('pas-previews').shadowRoot?.querySelectorAll('img') ?? [])].map(({ naturalWidth }) => naturalWidth).join() === '450'`,
      ),
    )
    expect(await page.locator('pas-previews .name').textContent()).toMatch(/^Plain Text/)
    await page.getByRole('link', { name: 'Back to the previews' }).click()

    await page.getByRole('button', { name: 'Sign out' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You are signed out')
    expect(await services.database.db.tokenFamily.count({ where: { userId, revokedAt: null } })).toBe(0)
    await page.getByRole('link', { name: 'Connect your account' }).click()
    expect(page.url()).toBe(`${partnerUrl}/`)
    expect(await page.locator('#user').textContent()).toBe('Ada Lovelace')
    expect(await services.database.db.tokenFamily.count({ where: { userId, revokedAt: null } })).toBe(1)
  })

  it('shows the same pictures to a browser without JavaScript, which waits for each', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false })
    page = await plain.newPage()
    await connect()
    await signIn()
    const arrived: string[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'image' && request.redirectedFrom()) arrived.push(request.url())
    })
    await page.getByRole('button', { name: 'Preview our newsletter' }).click()
    await page.waitForURL('**/previews')
    const figures = await page.locator('figure').count()
    expect(await page.locator('figure img').count()).toBe(figures)
    await until('every picture has arrived', () => arrived.length === figures)
    await plain.close()
  })

  it.each([
    ['home', '/'],
    ['previews', '/previews'],
  ])('fits a phone: %s', async (_name, pathname) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await connect()
    await signIn()
    await page.getByRole('button', { name: 'Preview our newsletter' }).click()
    await page.goto(partnerUrl + pathname)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })

  it('loses its access at once when the user disconnects it in the settings', async () => {
    await connect()
    await signIn()
    expect(await page.locator('#user').textContent()).toBe('Ada Lovelace')
    const settings = await context.newPage()
    await settings.goto(`${new URL(await authorizeOrigin()).origin}/settings/applications`)
    await settings.getByRole('button', { name: /^Disconnect/ }).click()
    await page.reload()
    expect(await page.locator('#message').textContent()).toMatch(
      /^The connection to your preview account has ended/,
    )
    await page.getByRole('link', { name: 'Connect your account' }).click()
    await page.getByRole('button', { name: /^(Allow|Approve)/ }).waitFor()
  })

  /** The address to which the partner sends users for authorization. */
  async function authorizeOrigin(): Promise<string> {
    const response = await context.request.get(`${partnerUrl}/connect`, {
      maxRedirects: 0,
      ignoreHTTPSErrors: true,
    })
    return response.headers().location ?? ''
  }
})
