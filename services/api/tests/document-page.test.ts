import { readFileSync } from 'node:fs'
import { testVariable } from '@pas/testing/test-environment'
import { chromium, type Browser, type Page } from 'playwright'
import { startApi, type TestApi } from './start-api'

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** The ids of the operations that the page shows, and not hides for a search. */
const shownOperations = (page: Page): Promise<string[]> =>
  page
    .locator('main article:visible')
    .evaluateAll((articles: { id: string }[]) =>
      articles.map(({ id }) => id).filter((id) => !id.startsWith('schema-')),
    )

describe('the page that describes the API', () => {
  let api: TestApi
  let browser: Browser

  beforeAll(async () => {
    api = await startApi()
    browser = await chromium.launch({ executablePath: testVariable('CHROMIUM_PATH'), chromiumSandbox: false })
  })
  afterAll(async () => {
    await browser.close()
    await api.close()
  })

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)(
    'at %i pixels, %s: fits, is styled, breaks no rule of accessibility, and opens an answer by keyboard, without JavaScript',
    async (width, colorScheme) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        javaScriptEnabled: false,
        extraHTTPHeaders: { 'X-Forwarded-Proto': 'https' },
      })
      const page = await context.newPage()
      await page.goto(`${api.url}/docs`)
      const main = await page.getByRole('main').boundingBox()
      // At the place that the style sheet gives it, so the Content-Security-Policy allowed the style sheet.
      expect(main?.x).toBe(width > 896 ? 344 : 0)
      expect(main && main.x + main.width).toBeLessThanOrEqual(width)
      // On a phone the page begins with what it says: its contents are folded.
      if (width <= 896) expect(main?.y).toBeLessThan(120)
      expect(await page.locator('nav').getByText('Authentication').isVisible()).toBe(width > 896)
      const answer = page.locator('#createEmail details').first()
      await answer.locator('summary').focus()
      await page.keyboard.press('Enter')
      expect(await answer.getByText('The email is stored.').isVisible()).toBe(true)
      expect(await page.getByRole('searchbox').isVisible()).toBe(false)
      const stream = page.locator('#followPreviews')
      expect(await stream.getByRole('listitem').count()).toBe(4)
      expect(await stream.getByLabel('With curl').innerText()).toMatch(/^curl -iN /)
      await context.close()

      const scripted = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        bypassCSP: true,
        extraHTTPHeaders: { 'X-Forwarded-Proto': 'https' },
      })
      const examined = await scripted.newPage()
      await examined.goto(`${api.url}/docs`)
      expect(await examined.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await examined.evaluate('getComputedStyle(document.body).display')).toBe('grid')
      await examined.addScriptTag({ content: axe })
      const violations = await examined.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id }) => id))',
      )
      expect(violations).toEqual([])
      await scripted.close()
    },
  )

  it('finds an operation by words, and copies an example, with the script that its policy allows', async () => {
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      extraHTTPHeaders: { 'X-Forwarded-Proto': 'https' },
    })
    const page = await context.newPage()
    await page.goto(`${api.url}/docs`)
    const all = await shownOperations(page)
    await page.getByRole('searchbox').fill('delete HEIF')
    expect(await shownOperations(page)).toEqual([])
    await page.getByRole('searchbox').fill('REMOVED usage')
    expect(await shownOperations(page)).toEqual(['listUsage'])
    expect(await page.locator('nav li:visible').allTextContents()).toEqual([
      'Authentication',
      expect.stringMatching(/^GET /),
    ])
    await page.getByRole('searchbox').fill('')
    expect(await shownOperations(page)).toEqual(all)
    const copy = page.locator('#createEmail').getByRole('button', { name: 'Copy' }).first()
    await copy.click()
    await page.locator('#createEmail').getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl -i .*\/v1\/emails'$/s)
    await context.close()
  })
})
