import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeReports } from '@pas/client/reports/write-reports'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright'
import { compareResult, hostile, lintResult } from '../../packages/client/tests/sample-result'
import { openBrowser } from '../../services/auth/tests/pages/open-browser'

const screenshots = process.env.TEST_SCREENSHOTS

describe('report.html, opened from the disk', () => {
  let browser: Browser
  let folder: TestFolder
  beforeAll(async () => {
    browser = await openBrowser()
    folder = await createTestFolder()
    await writeReports(path.join(folder.path, 'compare'), await compareResult())
    await writeReports(path.join(folder.path, 'lint'), lintResult())
  })
  afterAll(async () => {
    await browser.close()
    await folder.close()
  })

  async function open(
    report: string,
    width: number,
    colorScheme: 'light' | 'dark',
    javaScriptEnabled = true,
  ) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      javaScriptEnabled,
      deviceScaleFactor: 1,
    })
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const errors: string[] = []
    page.on('console', (message) => errors.push(message.text()))
    await page.goto(pathToFileURL(path.join(folder.path, report, 'report.html')).href)
    if (screenshots)
      await page.screenshot({
        path: path.join(screenshots, `${report}-${width}-${colorScheme}.png`),
        fullPage: true,
      })
    return { page, asked, errors, close: () => context.close() }
  }

  const faults = async (page: Page) => {
    await page.evaluate(axe.source)
    const violations = await page.evaluate<{ id: string }[]>('axe.run().then(({ violations }) => violations)')
    return violations.map(({ id }) => id)
  }

  it.each([
    { report: 'compare', width: 1280, colorScheme: 'light' as const },
    { report: 'compare', width: 390, colorScheme: 'dark' as const },
    { report: 'lint', width: 1280, colorScheme: 'dark' as const },
    { report: 'lint', width: 390, colorScheme: 'light' as const },
  ])(
    'fits $width pixels ($report, $colorScheme), without scripts and the network',
    async ({ report, width, colorScheme }) => {
      const { page, asked, errors, close } = await open(report, width, colorScheme)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(asked.filter((url) => !/^(?:file|data):/.test(url))).toEqual([])
      expect(errors).toEqual([])
      expect(await page.title()).not.toBe('owned')
      expect(await faults(page)).toEqual([])
      const dark = colorScheme === 'dark'
      const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
      expect(Number(/\d+/.exec(background)?.[0]) < 128).toBe(dark)
      await close()
    },
  )

  it('shows each distinct difference once, with its three pictures, and in full by a click', async () => {
    const { page, close } = await open('compare', 1280, 'light', false)
    expect(await page.locator('h1').textContent()).toBe('2 of 3 emails differ; 1 email could not be checked')
    expect(await page.locator('h3').allTextContents()).toContain('Gmail, Yahoo! Mail (2 alike)')
    const pictures = page.locator('figure img')
    expect(await pictures.count()).toBe(6)
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      expect(await picture.boundingBox()).toMatchObject({ width: expect.any(Number) as number })
    }
    const first = pictures.first()
    const before = (await first.boundingBox())?.width ?? 0
    await first.click()
    expect((await first.boundingBox())?.width).toBeGreaterThan(before * 2)
    await close()
  })

  it('shows what an email says as text', async () => {
    const { page, close } = await open('lint', 1280, 'light')
    expect(await page.locator('script').count()).toBe(0)
    expect(await page.locator('a').count()).toBe(1)
    expect(await page.locator('td b').last().textContent()).toContain(hostile.slice(0, 30))
    await close()
  })
})
