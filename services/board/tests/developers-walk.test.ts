import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { foundationTemplate } from '../../../packages/email-clients/tests/real-templates/make-templates'
import { startFakeMeasuring } from '../../api/tests/fake-measuring'
import { fillIn, openBrowser } from '../../auth/tests/pages/open-browser'
import { startBoard, type TestBoard } from './start-board'

/** Foundation's, with one link that leads nowhere, in a line of its own. */
const newsletter = foundationTemplate('newsletter')
  .replaceAll('href="#"', 'href="https://shop.example/"')
  .replace('</body>', '\n<p><a href="#">Read all of it</a></p>\n</body>')
const deadLink = 'The address is "#"'

describe('an email developer with a keyboard alone', () => {
  let board: TestBoard
  let browser: Browser
  let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>
  let worker: ReturnType<typeof startFakeMeasuring>
  beforeAll(async () => {
    board = await startBoard()
    await board.api.pretendServed('chromium')
    await board.api.pretendServed('text')
    worker = startFakeMeasuring(board.api)
    browser = await openBrowser()
    const page = await open({})
    await page.goto(`${board.url}/`)
    await fillIn(page, board.auth.user)
    await page.waitForURL(`${board.url}/`)
    signedIn = await page.context().storageState()
    await page.context().close()
  }, 120_000)
  afterAll(async () => {
    await worker.close()
    await browser.close()
    await board.close()
  })

  async function open(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options })
    // No worker draws here.
    await context.route('**/previews/*/full?*', (route) => route.abort())
    return context.newPage()
  }

  /** Presses Tab until the name of what has the focus matches. */
  async function tabTo(page: Page, name: RegExp, most: number): Promise<void> {
    for (let press = 0; press < most; press++) {
      await page.keyboard.press('Tab')
      if (name.test(await nameOfFocus(page))) return
    }
    throw new Error(`${String(name)} was not reached by ${most} presses of Tab`)
  }

  /** Goes from finding to finding by the page's key. */
  async function findBy(page: Page, text: string, most: number): Promise<void> {
    for (let press = 0; press < most; press++) {
      await page.keyboard.press('n')
      if ((await page.locator('.change:focus').textContent())?.includes(text)) return
    }
    throw new Error(`'${text}' is none of the first ${most} findings`)
  }

  const nameOfFocus = (page: Page): Promise<string> =>
    page.evaluate(`(() => {
      const { activeElement: one } = document
      return \`\${one.id} \${one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent}\`
    })()`)

  it.each([
    { width: 1280, height: 800, colorScheme: 'light' },
    { width: 390, height: 844, colorScheme: 'dark' },
  ] as const)(
    'pastes a newsletter, sees what is wrong, mends it, sees it gone, and sends a link with the checks: %j',
    async ({ colorScheme, ...viewport }) => {
      const page = await open({ storageState: signedIn, viewport, colorScheme })
      await page.goto(`${board.url}/`)
      await tabTo(page, /^source /, 15)
      await page.keyboard.insertText(newsletter)
      await page.keyboard.press('Control+Enter')
      await page.waitForURL('**/emails/*')
      const first = page.url()

      await tabTo(page, /^checks-link /, 12)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/checks*')
      await page.locator('#checks:not([data-running])').waitFor()
      await findBy(page, deadLink, 8)
      await tabTo(page, /^ Edit at line \d+/, 10)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/redraw?line=*')

      await page.locator('.cm-lint-marker').first().waitFor()
      expect(await page.evaluate('document.activeElement.className')).toBe('source-editor')
      // The cursor is at the beginning of the finding's line.
      await page.keyboard.press('Shift+End')
      await page.keyboard.insertText('<p><a href="https://shop.example/news">Read all of it</a></p>')
      await page.keyboard.press('Control+Enter')
      await page.waitForURL((url) => /\/emails\/[0-9a-f-]{36}$/.test(url.pathname) && url.href !== first)

      await tabTo(page, /^checks-link /, 12)
      await page.keyboard.press('Enter')
      await page.locator('#checks:not([data-running])').waitFor()
      expect(await page.locator('s', { hasText: deadLink }).count()).toBe(1)
      expect(await page.locator('.change', { hasText: deadLink }).count()).toBe(0)

      await page.keyboard.press('Escape')
      await page.waitForURL(/\/emails\/[0-9a-f-]{36}#checks-link$/)
      await tabTo(page, /^ Share$/, 12)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/shares')
      await tabTo(page, /checks/i, 12)
      await page.keyboard.press('Space')
      await tabTo(page, /^ Make a link/, 12)
      await page.keyboard.press('Enter')
      await page.locator('#made:focus').waitFor()
      const link = await page.locator('#made').inputValue()
      await page.context().close()

      const colleague = await open({ viewport, colorScheme })
      await colleague.goto(`${board.url}${new URL(link).pathname}`)
      await colleague
        .getByRole('link', { name: /checks/i })
        .first()
        .click()
      await colleague.locator('.change').first().waitFor()
      await colleague.context().close()
    },
  )
})
