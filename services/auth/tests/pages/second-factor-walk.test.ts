import { readFile } from 'node:fs/promises'
import { TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright'
import { startAuth, type TestAuth } from '../start-auth'
import { fillIn, openBrowser } from './open-browser'

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

describe('recovery codes', () => {
  let auth: TestAuth
  let browser: Browser

  beforeAll(async () => {
    auth = await startAuth()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await auth.close()
  })

  it('are copied, saved and printed, and the page asks whether they are stored', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, acceptDownloads: true })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(`${auth.url}/login?return_to=/settings/second-factor`)
    await fillIn(page, auth.user)
    const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
    const code = new TOTP({ secret }).generate({ timestamp: auth.clock.now().getTime() })
    await page.locator('#code').fill(code)
    await page.locator('#password').fill(auth.user.password)
    await page.locator('button[value=turn_on]').click()
    const codes = await page.locator('.codes code').allTextContents()
    expect(codes).toHaveLength(10)

    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('The codes are copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'))

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('recovery-codes.txt')
    expect(await readFile(await download.path(), 'utf8')).toContain(codes.join('\n'))

    await page.evaluate('window.print = () => { document.title = "printed" }')
    await page.getByRole('button', { name: 'Print' }).click()
    expect(await page.title()).toBe('printed')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.codes').isVisible()).toBe(true)
    for (const other of ['nav', '#proof', '.codes ~ form'])
      expect([other, await page.locator(other).first().isVisible()]).toEqual([other, false])
    await page.emulateMedia({ media: 'screen' })

    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await page.goto(`${auth.url}/settings/clients`).catch(() => undefined)
    expect([asked, await page.locator('.codes').isVisible()]).toEqual([['beforeunload'], true])
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await page.locator('.codes').isVisible()).toBe(true)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.locator('.codes').waitFor({ state: 'detached' })
    expect(asked).toEqual(['beforeunload'])
    await context.close()
  })
})
