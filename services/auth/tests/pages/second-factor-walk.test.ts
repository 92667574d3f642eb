import { TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright'
import { startAuth, type TestAuth } from '../start-auth'
import { openBrowser } from './open-browser'

describe('a person with a browser without JavaScript, and without a mouse', () => {
  let auth: TestAuth
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    auth = await startAuth()
    browser = await openBrowser()
    context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled: false })
    page = await context.newPage()
    page.setDefaultTimeout(20_000)
  })
  afterAll(async () => {
    await browser.close()
    await auth.close()
  })

  /** Presses Tab until the element is focused. */
  async function tabTo(selector: string): Promise<void> {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      if ((await page.locator(`${selector}:focus`).count()) === 1) return
    }
    throw new Error(`The focus never came to ${selector}`)
  }

  async function givePassword(): Promise<void> {
    await page.goto(`${auth.url}/login?return_to=/settings/second-factor`)
    await page.locator('input[name=email]:focus').waitFor()
    await page.keyboard.type(auth.user.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(auth.user.password)
    await page.keyboard.press('Enter')
  }

  it('turns the second factor on, signs in with a code and with a recovery code, and turns it off', async () => {
    await givePassword()
    const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
    const code = (): string => new TOTP({ secret }).generate({ timestamp: auth.clock.now().getTime() })
    await tabTo('#code')
    await page.keyboard.type(code())
    await page.keyboard.press('Tab')
    await page.keyboard.type(auth.user.password)
    await page.keyboard.press('Enter')
    const recoveryCode = (await page.locator('.codes code').first().textContent()) ?? ''

    await context.clearCookies()
    auth.clock.advance(30_000)
    await givePassword()
    await page.locator('#code:focus').waitFor()
    await page.keyboard.type(code())
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/second-factor')

    await context.clearCookies()
    await givePassword()
    await page.locator('#code:focus').waitFor()
    await tabTo('summary')
    await page.keyboard.press('Enter')
    await tabTo('#recovery-code')
    await page.keyboard.type(recoveryCode.toUpperCase())
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/second-factor')
    expect(await page.getByRole('definition').last().textContent()).toBe('9')

    await tabTo('#proof')
    await page.keyboard.type(auth.user.password)
    await tabTo('button[value=turn_off]')
    await page.keyboard.press('Space')
    expect(await page.getByRole('status').textContent()).toContain('The second factor is off')
    expect(await auth.db.secondFactor.count()).toBe(0)
  })
})
