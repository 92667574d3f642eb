import { randomBytes } from 'node:crypto'
import { replaceEmailClientChoice } from '@pas/accounts/email-client-choice'
import { claimCapture } from '@pas/captures/claim-capture'
import { recordPicture } from '@pas/captures/record-capture'
import { until } from '@pas/testing/until'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright'
import { fillIn, openBrowser } from '../../auth/tests/pages/open-browser'
import { startBoard, type TestBoard } from './start-board'

const template = [
  '<!doctype html>',
  '<html lang="en"><head><title>A letter</title></head><body>',
  '<p>Dear {{name}}, you owe ${sum}. <a href="{{url}}">Pay</a></p>',
  '<p style="position: absolute; cursor: pointer">Write <code>{{this}}</code>.</p>',
  '<img src="https://images.test/a.png" width="9">',
  '</body></html>',
].join('\n')

describe('what is handed in', () => {
  let board: TestBoard
  let browser: Browser
  let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>
  let page: Page

  beforeAll(async () => {
    board = await startBoard()
    await board.api.pretendServed('chromium')
    await board.api.pretendServed('text')
    browser = await openBrowser()
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    const first = await context.newPage()
    await first.goto(`${board.url}/`)
    await fillIn(first, board.auth.user)
    await first.waitForURL(`${board.url}/`)
    signedIn = await context.storageState()
    await context.close()
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await board.close()
  })
  beforeEach(async () => {
    page = await open()
  })
  afterEach(() => page.context().close())

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, storageState: signedIn, ...options })
    return context.newPage()
  }

  /** Sends a source from the first page. */
  async function handIn(source: string, { clients = [] as string[], subject = '' } = {}): Promise<void> {
    if (clients.length > 0) await replaceEmailClientChoice(board.auth, board.auth.user.id, clients)
    await page.goto(`${board.url}/`)
    await page.locator('#source').fill(source)
    await page.locator('#subject').fill(subject)
    await page.locator('#new-email .primary').click()
  }

  /** A page does without what takes the API too long. */
  const untilShown = (part: Locator): Promise<void> =>
    until(async () => {
      if ((await part.count()) > 0) return true
      await page.reload()
      return false
    })

  const guidOf = (): string => new URL(page.url()).pathname.split('/')[2] ?? ''

  async function drawAll(): Promise<void> {
    const { db, clock } = board.auth
    for (const { id } of await db.preview.findMany({ where: { emailId: guidOf(), status: 'pending' } })) {
      const claim = await claimCapture({ db, clock, jobTimeoutMs: 60_000 }, id, false)
      if (!claim) throw new Error('The preview could not be claimed')
      const picture = { width: 900, height: 1_200, truncated: false, drawnBy: 'these programs' }
      await recordPicture({ db, clock }, claim, {
        ...picture,
        pictureSha256: new Uint8Array(randomBytes(32)),
      })
    }
  }

  it('is refused with what to do, and stays in the field, when it is MJML or an address', async () => {
    for (const [source, problem] of [
      ['<mjml><mj-body></mj-body></mjml>', /^This is MJML\. Compile it first/],
      ['https://example.com/newsletter', /^This is an address\. Paste what is behind it/],
    ] as const) {
      await handIn(source)
      await page.locator('#source[aria-invalid]').waitFor()
      expect(await page.locator('#source-problem').textContent()).toMatch(problem)
      expect(await page.locator('#source').inputValue()).toBe(source)
    }
  })

  it('says how many placeholders are not filled, and draws anew with values that only the new version has', async () => {
    await handIn(template, { subject: 'For {{name}}' })
    await page.waitForURL('**/emails/*')
    const before = guidOf()
    const banner = page.locator('.placeholders')
    await untilShown(banner)
    expect(await banner.locator('summary').textContent()).toBe('! 3 placeholders are not filled')
    await banner.locator('summary').click()
    await banner.getByLabel('{{name}}').fill('Ada <3')
    await banner.getByLabel('{{url}}').fill('https://example.com/?a=1&b=2')
    await banner.getByRole('button').click()
    await page.waitForURL((url) => !url.pathname.includes(before))
    expect(await page.locator('h1').textContent()).toBe('For Ada <3')
    await untilShown(banner)
    expect(await banner.locator('summary').textContent()).toBe('! 1 placeholder is not filled')
    await page.goto(`${page.url()}/redraw`)
    const source = await page.locator('#source').inputValue()
    expect(source).toContain(
      'Dear Ada &lt;3, you owe ${sum}. <a href="https://example.com/?a=1&amp;b=2">Pay</a>',
    )
    expect(source).toContain('<code>{{this}}</code>')
    await page.goto(`${board.url}/emails/${before}/redraw`)
    expect(await page.locator('#source').inputValue()).toBe(template)
  })

  it('has a muted name of at most 60 characters in one line where it has no subject', async () => {
    await handIn(`<p>${'Words of the email, '.repeat(9)}</p>`)
    await page.waitForURL('**/emails/*')
    const name = page.locator('h1 .unnamed')
    expect([...((await name.textContent()) ?? '')]).toHaveLength(60)
    await page.setViewportSize({ width: 390, height: 700 })
    expect((await page.locator('h1').boundingBox())?.height).toBeLessThan(40)
    await handIn('<p>Hello</p>', { subject: 'A subject' })
    await page.waitForURL('**/emails/*')
    expect(await page.locator('h1 .unnamed').count()).toBe(0)
  })

  it.each([true, false])(
    'shows variants under their own filter, in the next version, too, and goes on within it; with JavaScript: %s',
    async (javaScriptEnabled) => {
      await page.context().close()
      page = await open()
      const clients = ['GMAILNEW', 'OL365', 'OL365DARK', 'YAHOO']
      await handIn('<p>Hello</p>', { clients, subject: 'Hello' })
      await page.waitForURL('**/emails/*')
      const path = new URL(page.url()).pathname
      await page.context().close()
      page = await open({ javaScriptEnabled })
      await page.goto(board.url + path)
      await drawAll()
      board.auth.clock.advance(1_000)
      const shown = async (search = ''): Promise<string[]> => {
        await page.goto(`${board.url}/emails/${guidOf()}${search}`)
        const links = await page.locator('.tile:visible > a').all()
        return (await Promise.all(links.map(async (link) => (await link.getAttribute('id')) ?? ''))).sort()
      }
      await page.locator('button[name=variant][value=dark]').click()
      await page.waitForURL('**?dark=1')
      await drawAll()
      const dark = ['OL365DARK', 'YAHOODARK']
      expect(await shown()).toEqual([...clients].sort())
      expect(await page.locator('[data-filter=family][data-value=""] .count').textContent()).toBe('4')
      expect(await page.locator('[data-filter=dark] .count').textContent()).toBe(String(dark.length))
      expect(await shown('?dark=1')).toEqual(dark)

      await page.locator('.tile:visible > a').first().click()
      expect(await page.locator('.pager > .muted').textContent()).toBe('1 of 2')
      await page.locator('#next').click()
      await page.waitForURL('**/previews/YAHOODARK?*')
      expect(await page.locator('.pager > .muted').textContent()).toBe('2 of 2')
      expect(await page.locator('#next').count()).toBe(0)

      await page.goto(`${board.url}${path}/redraw`)
      await page.locator('#redraw .primary').click()
      await page.waitForURL((url) => /\/emails\/[^/]+$/.test(url.pathname) && url.pathname !== path)
      board.auth.clock.advance(1_000)
      expect((await shown('?dark=1')).length).toBe(dark.length)
    },
  )

  it('has four buttons in its head on a phone, of which one opens the others', async () => {
    await handIn(template, { subject: 'Hello' })
    await page.waitForURL('**/emails/*')
    const names = async (): Promise<string[]> =>
      (await page.locator('.head-actions .button:visible').allTextContents())
        .map((name) => name.replace(/\d/g, '')) // how many findings there are, once they are known
        .filter((name) => name !== '')
    const all = ['Checks', 'Redraw', 'Share', 'Source', 'Add email clients', 'Rename or delete', 'Export']
    expect(await names()).toEqual(all)
    await page.setViewportSize({ width: 390, height: 700 })
    expect(await names()).toEqual(['Checks', 'Redraw', 'Share', 'More'])
    const boxes = (await page.locator('.head-actions .button:visible').all()).map((one) => one.boundingBox())
    const tops = (await Promise.all(boxes)).map((box) => Math.round(box?.y ?? 0))
    expect(new Set(tops).size).toBe(1)
    await page.locator('.head-actions summary').click()
    expect(await names()).toEqual([...all.slice(0, 3), 'More', ...all.slice(3)])
  })

  it('has findings beside the lines of its source, and folds what is not seen', async () => {
    await handIn(template, { subject: 'Hello' })
    await page.waitForURL('**/emails/*')
    await page.goto(`${page.url()}/source`)
    const note = (line: number) => page.locator(`#L${line} ~ .note`).first()
    expect(await note(5).textContent()).toMatch(/^Error.*no alt.*images\/no-alt/)
    expect(await note(3).textContent()).toContain('template/merge-tag-in-address')
    const folded = page.locator('.source .note details')
    expect(await folded.count()).toBeGreaterThan(0)
    expect(await folded.first().getAttribute('open')).toBeNull()
    await note(5).getByRole('link', { name: 'images/no-alt' }).click()
    await page.waitForURL(/\/checks#[0-9a-f]{12}$/)
    expect(await page.locator(':target').textContent()).toContain('images/no-alt')
  })

  it('explains a word of a tile that has the focus inside the window, wherever the tile is', async () => {
    await handIn('<p>Hello</p>', {
      clients: ['GMAILNEW', 'OL365', 'OL2016', 'YAHOO'],
      subject: 'Hello',
    })
    await page.waitForURL('**/emails/*')
    await page.setViewportSize({ width: 390, height: 500 })
    await page.keyboard.press('Tab')
    for (const link of await page.locator('.tile:visible > a').all()) {
      await link.focus()
      await link.evaluate("(tile) => tile.scrollIntoView({ block: 'end' })")
      const box = await link.evaluate((tile) => {
        const { getComputedStyle } = globalThis as unknown as {
          getComputedStyle: (element: unknown, pseudo: string) => Record<string, string>
        }
        const word = (tile as unknown as { querySelector(selector: string): unknown }).querySelector(
          '.fidelity',
        )
        const { position, left, right, top, bottom } = getComputedStyle(word, '::after')
        return { position, left, right, top, bottom }
      })
      expect(box.position).toBe('fixed')
      for (const side of ['left', 'right', 'top', 'bottom'] as const)
        expect(parseFloat(box[side] ?? '')).toBeGreaterThanOrEqual(0)
    }
  })
})
