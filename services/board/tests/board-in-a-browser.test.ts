import { createHash, randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { claimCapture } from '@pas/captures/claim-capture'
import { recordFailure, recordPicture } from '@pas/captures/record-capture'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { saveEmailClientSet } from '@pas/accounts/email-client-sets'
import { isLongRun } from '@pas/testing/long-run'
import { startSmallWeb } from '@pas/testing/small-web'
import { until } from '@pas/testing/until'
import axe from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { receiveMail } from '../../api/tests/receive-mail'
import { startFakeMeasuring } from '../../api/tests/fake-measuring'
import { fillIn, openBrowser } from '../../auth/tests/pages/open-browser'
import { faultsWithoutScripts, reachByTab } from '../../auth/tests/pages/reach-by-tab'
import type { TestUser } from '../../auth/tests/start-auth'
import { startBoard, type TestBoard } from './start-board'

const hostile = '</title><script>document.title = "owned"</script>\u202Etxt.exe'
const html = [
  '<!doctype html>',
  '<html><body>',
  '<p style="position: absolute">Hello</p>',
  '</textarea><script>document.title = "owned"</script>',
  `<p>${'long '.repeat(500)}</p>`,
  '</body></html>',
].join('\n')

const sentMail = [
  `From: ${'A long name '.repeat(10)} <app@x.example>`,
  `To: ${Array.from({ length: 9 }, (_, n) => `person${n}@x.example`).join(', ')}`,
  `Subject: ${hostile.replaceAll('\u202E', '=?utf-8?Q?=E2=80=AE?=')}`,
  `X-Long: ${'x'.repeat(900)}`,
  'Content-Type: text/plain; charset=utf-8',
  '',
  `${hostile} ${'long '.repeat(500)}`,
].join('\r\n')

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('the board in a browser', () => {
  let board: TestBoard
  let browser: Browser
  let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>

  beforeAll(async () => {
    board = await startBoard()
    await board.api.pretendServed('chromium')
    await board.api.pretendServed('text')
    browser = await openBrowser()
    signedIn = await signInAs(board.auth.user)
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await board.close()
  })

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, storageState: signedIn, ...options })
    // Answers only once the picture is drawn, and the page is loaded only then.
    await context.route('**/previews/*/full?*', (route) => route.abort())
    await context.route('**/captures/**', (route) => route.fulfill({ contentType: 'image/png', body: png }))
    return context.newPage()
  }

  async function signInAs(user: TestUser): Promise<typeof signedIn> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    const page = await context.newPage()
    await page.goto(`${board.url}/`)
    await fillIn(page, user)
    await page.waitForURL(`${board.url}/`)
    const state = await context.storageState()
    await context.close()
    return state
  }

  /** Hands an email in on the first page; resolves to its guid once its grid is shown. */
  async function handIn(page: Page, choice = 'mine', source = html): Promise<string> {
    await page.goto(`${board.url}/`)
    await page.locator('#source').fill(source)
    await page.locator('#subject').fill(hostile)
    await page.locator('#reference').fill('campaign-17')
    await page.locator(`input[name=choice][value=${choice}]`).check()
    await page.locator('#new-email .primary').click()
    await page.waitForURL('**/emails/*')
    return new URL(page.url()).pathname.split('/')[2] ?? ''
  }

  /**
   * Does a worker's part: records a picture of every preview that waits, or a failure for the email clients `failing`.
   * Pictures of the same email client are the same when `look` is the same.
   */
  async function drawAll(
    guid: string,
    look: string | ((emailClient: string) => string),
    failing: readonly string[] = [],
    facts: (emailClient: string) => { width?: number; height?: number; truncated?: boolean } = () => ({}),
    drawnBy: (emailClient: string) => string = () => 'these programs',
  ): Promise<void> {
    const { db, clock } = board.auth
    for (const { id, emailClient } of await db.preview.findMany({
      where: { emailId: guid, status: 'pending' },
    })) {
      const claim = await claimCapture({ db, clock, jobTimeoutMs: 60_000 }, id, false)
      if (!claim) throw new Error('The preview could not be claimed')
      if (failing.includes(emailClient)) await recordFailure({ db, clock }, claim, 'unsupported_document')
      else {
        await recordPicture({ db, clock }, claim, {
          width: 900,
          height: 1_200,
          truncated: false,
          ...facts(emailClient),
          drawnBy: drawnBy(emailClient),
          pictureSha256: new Uint8Array(
            createHash('sha256')
              .update((typeof look === 'string' ? look : look(emailClient)) + emailClient)
              .digest(),
          ),
        })
      }
    }
  }

  it('fills the tiles of an email as they are drawn, moves nothing, and follows a change to its line', async () => {
    const page = await open()
    await page.addInitScript(
      `window.shifts = 0; new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shifts += value }).observe({ type: 'layout-shift', buffered: true })`,
    )
    const guid = await handIn(page)
    expect(await page.locator('.tile[data-status=waiting]').count()).toBe(2)
    expect(await page.locator('h1').textContent()).toBe(hostile)
    await page.locator('#live[data-state=live]').waitFor()
    await drawAll(guid, 'first')
    await page.locator('#live[data-state=complete]').waitFor()
    expect(await page.locator('.tile[data-status=captured] img').count()).toBe(2)
    expect(await page.locator('#drawn').textContent()).toBe('2 of 2 drawn')
    expect(await page.evaluate('window.shifts')).toBe(0)
    expect(await page.title()).toContain(hostile)

    await page.locator('#GMAILNEW').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/previews/GMAILNEW')
    const change = page.locator('.change', { hasText: 'position' }).first()
    expect(await change.locator('mark').count()).toBe(1)
    await change.locator('a.number').click()
    await page.waitForURL('**/source?*')
    expect(await page.locator('.code.hit').textContent()).toBe('<p style="position: absolute">Hello</p>')
    await page.goBack()
    await page.keyboard.press('Escape')
    await page.waitForURL(`**/emails/${guid}#GMAILNEW`)
    expect(await page.evaluate('document.activeElement.id')).toBe('GMAILNEW')
    await page.context().close()
  })

  it('leads by keys alone from tile to tile, to a comparison, and to a new version that says which pictures are the same', async () => {
    const page = await open()
    const guid = await handIn(page)
    await drawAll(guid, 'first')
    await page.goto(`${board.url}/emails/${guid}`)
    const first = await page.locator('.tile > a').first().getAttribute('id')
    await page.locator('.tile > a').first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate('document.activeElement.id')).not.toBe(first)
    await page.keyboard.press('?')
    await page.locator('dialog[open]').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.keyboard.type('gmail')
    expect(await page.locator('.tile:visible').count()).toBe(1)
    await page.locator('#find').fill('')
    await page.locator('.tile > a').first().focus()
    await page.keyboard.press('c')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('c')
    await page.waitForURL('**/compare?*')
    expect(await page.locator('.pane img').count()).toBe(2)

    await page.goto(`${board.url}/emails/${guid}/redraw`)
    expect(await page.locator('#source').inputValue()).toBe(html)
    await page.locator('.cm-content').focus()
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(
      (url) => /\/emails\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(guid),
    )
    const next = new URL(page.url()).pathname.split('/')[2] ?? ''
    await drawAll(next, 'first', [])
    await page.goto(`${board.url}/emails/${next}`)
    expect(await page.locator('.before [data-when=equal]:visible').count()).toBe(2)
    expect(await page.locator('#differ').textContent()).toBe('0 of 2 differ from the earlier version')
    await page.context().close()
  })

  it('says while it is drawn how many pictures differ from the earlier version, shows only these, and leads by keys from place to place', async () => {
    const page = await open()
    const earlier = await handIn(page)
    await drawAll(earlier, 'first')
    const links = page.locator('.tile > a')
    const [changed, other] = [await links.nth(0).getAttribute('id'), await links.nth(1).getAttribute('id')]
    await page.goto(`${board.url}/emails/${earlier}/redraw`)
    await page.locator('.cm-content').focus()
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(
      (url) => /\/emails\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(earlier),
    )
    const guid = new URL(page.url()).pathname.split('/')[2] ?? ''
    await page.locator('#live[data-state=live]').waitFor()
    await drawAll(guid, (emailClient) => (emailClient === changed ? 'second' : 'first'))
    await page.locator('#live[data-state=complete]').waitFor()
    expect(await page.locator('#differ').textContent()).toBe('1 of 2 differ from the earlier version')
    await page.reload()
    expect(await page.locator('#differ').textContent()).toBe('1 of 2 differ from the earlier version')
    expect(await page.locator('#not-comparable').isVisible()).toBe(false)
    const opacity = `getComputedStyle(document.querySelector('.tile:has(#${other}) .shot')).opacity`
    expect(await page.evaluate(opacity)).toBe('0.55')
    await page.locator('a[data-filter=verdict]').click()
    expect(await page.locator('.tile:visible').count()).toBe(1)

    const rect = (top: number) => ({ left: 0, top, width: 1, height: 1 })
    const place = (kind: string, top: number) => ({ kind, base: rect(top), head: rect(top), pixels: 1 })
    await page.context().route('**/captures/*/from/*.json', (route) =>
      route.fulfill({
        headers: { 'Access-Control-Allow-Origin': '*' },
        json: { height_delta: 0, changed_pixels: 2, regions: [place('changed', 0), place('inserted', 0)] },
      }),
    )
    await page.locator('[data-when=different]:visible').click()
    await page.waitForURL('**/compare?*')
    await page.locator('.frame.current').nth(1).waitFor()
    expect(await page.locator('#place').textContent()).toBe('Place 1 of 2: changed')
    expect(await page.locator('.framed').count()).toBe(2)
    await page.keyboard.press('n')
    expect(await page.locator('#place').textContent()).toBe('Place 2 of 2: inserted')
    await page.keyboard.press('n')
    await page.keyboard.press('p')
    expect(await page.locator('.frame.inserted.current').count()).toBe(2)
    await page.getByRole('link', { name: 'Difference' }).first().click()
    await page.locator('.drawn-difference img[src*="/from/"]').waitFor()
    await page.context().close()
  })

  it('shows the findings of a kind and of an email client at once, and leads by keys from one to the next', async () => {
    const page = await open()
    const guid = await handIn(page, 'mine', `${html}<a href="">Read</a>`)
    await page.goto(`${board.url}/emails/${guid}/checks`)
    const shown = page.locator('.findings > .change:visible')
    const all = await shown.count()
    let asked = 0
    await page.route('**/checks*', (route) => {
      asked += 1
      return route.continue()
    })
    await page.locator('.kinds a[data-kind=code]').click()
    expect(await shown.count()).toBeLessThan(all)
    expect(await page.locator('.change[data-kind]:not([data-kind=code]):visible').count()).toBe(0)
    expect(new URL(page.url()).search).toBe('?kind=code')
    await page.locator('select[name=client]').selectOption('PLAINTEXT')
    expect(await page.locator('.change[data-clients=GMAILNEW]:visible').count()).toBe(0)
    await page.locator('.kinds a[data-kind=images]').click()
    await page.locator('#nothing a').click()
    expect(await shown.count()).toBe(all)
    expect(await page.locator('.kinds [aria-current]').getAttribute('data-kind')).toBe('')

    await page.keyboard.press('n')
    const focused = (): Promise<string> => page.evaluate('document.activeElement.id')
    const first = await focused()
    expect(first).not.toBe('')
    await page.keyboard.press('n')
    expect(await focused()).not.toBe(first)
    await page.keyboard.press('p')
    expect(await focused()).toBe(first)
    await page.keyboard.press('Escape')
    await page.waitForURL(`**/emails/${guid}#checks-link`)
    expect(await focused()).toBe('checks-link')
    expect(asked).toBe(0)
    await page.context().close()
  })

  it('shows what checks find while they run, shuts nothing that was opened, and moves nothing that is read', async () => {
    const page = await open()
    const guid = await handIn(page)
    await page.goto(`${board.url}/emails/${guid}/checks`)
    await page.locator('#checks[data-running]').waitFor()
    await page.locator('#notes > summary').click()
    const note = page.locator('#notes .change').first()
    await note.focus()
    const place = await note.boundingBox()
    const text = { text: 'Hello', where: { line: 3, column: 1 }, ratio: 1.4, needed: 4.5 }
    const colours = { textColour: '#1a1a1a', background: '#262626', verdict: 'fails', reason: null } as const
    const worker = startFakeMeasuring(board.api, {
      texts: [{ ...text, ...colours }],
      measured: 1,
      unmeasured: 0,
    })
    try {
      await page.locator('.change[data-kind=contrast]').waitFor()
      await page.locator('#checks:not([data-running])').waitFor()
    } finally {
      await worker.close()
    }
    expect(await page.locator('#notes[open]').count()).toBe(1)
    expect(await page.evaluate('document.activeElement.id')).toBe(await note.getAttribute('id'))
    expect(await page.locator('.running').textContent()).toBe('')
    expect((await note.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0)
    await page.context().close()
  })

  it('leads from a finding to its line in an editor, whose findings it marks, and sends what was typed there', async () => {
    const page = await open()
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text())
    })
    const guid = await handIn(page)
    await page.goto(`${board.url}/emails/${guid}/checks`)
    const edit = page.locator('.change a:visible', { hasText: 'Edit at line' }).first()
    const line = new URL((await edit.getAttribute('href')) ?? '', board.url).searchParams.get('line') ?? ''
    await edit.click()
    await page.waitForURL(`**/redraw?line=${line}#L${line}`)
    await page.locator('.cm-activeLineGutter', { hasText: line }).first().waitFor()
    expect(await page.evaluate('document.activeElement.className')).toBe('source-editor')
    expect(await page.locator('#source').isVisible()).toBe(false)
    await page.locator('.cm-lint-marker').first().waitFor()
    // By keys alone: to the next finding, into the line, and out of the editor.
    await page.keyboard.press('F8')
    await page.locator('.cm-tooltip .cm-diagnostic').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('<!-- typed -->')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.className')).toBe('primary')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(
      (url) => /\/emails\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(guid),
    )
    await page.goto(`${page.url()}/redraw`)
    expect(await page.locator('#source').inputValue()).toBe(`<!-- typed -->${html}`)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('tells one change once, leads from each of several to its line, and folds names of email clients in their row', async () => {
    const page = await open()
    const one = '<small style="font-size: 80%">Hello</small>'
    const several = '<p style="position: absolute">Hello</p>'
    const guid = await handIn(page, 'all', `${one}\n${several}`)
    await page.goto(`${board.url}/emails/${guid}/checks`)
    const row = (what: string) => page.locator('.change[data-kind=code]', { hasText: what })
    expect(await row('font-size in percent').locator('.parts').count()).toBe(0)
    const parts = row('position').locator('.parts li')
    expect(await parts.count()).toBeGreaterThan(1)
    expect(await parts.locator('a[href*="/source?line=2#"]').count()).toBe(await parts.count())
    expect(await row('position').locator('.in-clients > .more-clients').count()).toBe(1)
    await page.context().close()
  })

  it('leads to each place of a finding, by links and in the editor, where its text is in sight in a long line, too', async () => {
    const page = await open()
    const table = `<table title="${'long '.repeat(60)}"><tr><td>Text</td></tr></table>`
    const two = table + table
    const guid = await handIn(page, 'mine', ['<html><body><p>Text</p>', two, two, two].join('\n'))
    await page.goto(`${board.url}/emails/${guid}/checks`)
    const rule = 'accessibility/layout-table'
    const finding = page.locator('.change', { hasText: rule })
    const id = (await finding.getAttribute('id')) ?? ''
    await finding.getByRole('link', { name: '4', exact: true }).click()
    await page.waitForURL('**/source?line=4#L4')
    await page.locator('#L4 + .code + .note').getByRole('link', { name: rule }).click()
    await page.waitForURL(`**/checks#${id}`)
    await finding.getByRole('link', { name: 'Edit at line 2' }).click()
    await page.locator('.cm-lint-marker').nth(2).waitFor()
    for (const line of ['2', '2', '3', '3', '4', '4']) {
      await page.keyboard.press('F8')
      await page.locator('.cm-activeLineGutter', { hasText: line }).first().waitFor()
      await page.locator('.cm-tooltip .cm-diagnostic', { hasText: 'The table has' }).first().waitFor()
    }
    await page.context().close()
  })

  it.each([true, false])(
    'mends what can be mended, shows the edits, and redraws with them, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const page = await open({ javaScriptEnabled })
      await page.goto(`${board.url}/`)
      const file =
        '<html>\n<a href="http://shop.example/">Shop</a>\n<a href="http://other.example/">Other</a>\n'
      await page
        .locator('#file')
        .setInputFiles({ name: 'a.html', mimeType: 'text/html', buffer: Buffer.from(file) })
      await page.locator('#new-email .primary').click()
      await page.waitForURL('**/emails/*')
      const email = page.url()
      await page.goto(`${email}/checks`)
      expect(await page.locator('a', { hasText: 'Mend all' }).textContent()).toBe('Mend all 2')
      await page.locator('a', { hasText: 'Mend all' }).click()
      await page.waitForURL('**/redraw?mend=all')
      expect(await page.locator('.edits ins').allTextContents()).toEqual(['https', 'https'])
      expect(await page.locator('.edits .number').allTextContents()).toEqual(['2', '3'])
      if (!javaScriptEnabled) expect(await page.locator('.line-numbers span').count()).toBe(4)
      await page.locator('.edits + .actions .primary').click()
      await page.waitForURL((url) => /\/emails\/[0-9a-f-]{36}$/.test(url.pathname) && url.href !== email)
      const next = page.url()
      await page.goto(`${next}/redraw`)
      expect(await page.locator('#source').inputValue()).toBe(file.replaceAll('http:', 'https:'))
      await page.goto(`${next}/checks`)
      expect(await page.locator('.compared-checks').textContent()).toMatch(/^\d+ gone, \d+ new, \d+ still/)
      expect(await page.locator('a', { hasText: 'Mend all' }).count()).toBe(0)
      await page.context().close()
    },
  )

  it('begins checks with an upload, says in the head and on a tile what they find, and frames it on the picture', async () => {
    const page = await open()
    await page.addInitScript(
      `window.shifts = 0; new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shifts += value }).observe({ type: 'layout-shift', buffered: true })`,
    )
    const guid = await handIn(page)
    // Neither links nor the spam filter are asked before the checks' page is opened.
    await until('the contrast is being measured', async () => {
      const checks = await board.auth.db.emailCheck.findMany({ where: { emailId: guid } })
      const names = new Set(checks.map(({ name }) => name))
      return names.has('contrast') && !names.has('links') && !names.has('spam')
    })
    const text = { text: 'Hello', where: { line: 3, column: 1 }, ratio: 1.4, needed: 4.5 }
    const colours = { textColour: '#1a1a1a', background: '#262626', verdict: 'fails', reason: null } as const
    const worker = startFakeMeasuring(board.api, {
      texts: [{ ...text, ...colours }],
      measured: 1,
      unmeasured: 0,
    })
    await page.locator('#GMAILNEW .unreadable', { hasText: '1 text unreadable' }).waitFor()
    await worker.close()
    const errors = Number(await page.locator('#checks-count.bad').textContent())
    expect(errors).toBeGreaterThan(0)
    expect(await page.getByRole('img', { name: /^\d+ errors?$/ }).textContent()).toBe(String(errors))
    expect(await page.evaluate('window.shifts')).toBe(0)
    await drawAll(guid, 'first')

    // The API says where on the picture a finding is seen.
    const between = await startSmallWeb((req, res) => {
      const { method, url = '' } = req
      const headers = { ...req.headers, 'accept-encoding': 'identity' }
      const passed = http.request(new URL(url, board.api.url), { method, headers }, (answer) => {
        pass(answer).catch(() => res.destroy())
      })
      const pass = async (answer: http.IncomingMessage): Promise<void> => {
        let body = Buffer.concat(await answer.toArray())
        if (url.includes('/checks?')) {
          const told = JSON.parse(body.toString()) as { checks: { name: string; findings: object[] }[] }
          for (const { name, findings } of told.checks)
            if (name === 'contrast')
              for (const finding of findings)
                Object.assign(finding, {
                  boxes: [{ client: 'GMAILNEW', x: 10, y: 40, width: 100, height: 20 }],
                })
          body = Buffer.from(JSON.stringify(told))
        }
        res.writeHead(answer.statusCode ?? 502, { 'Content-Type': answer.headers['content-type'] }).end(body)
      }
      // An event stream has no end of its own.
      res.on('close', () => passed.destroy())
      passed.on('error', () => res.destroy())
      req.pipe(passed)
    })
    const another = await board.startAnother({
      calls: { ...board.config.calls, instantUrl: `${between.url}/v1` },
    })
    await page.goto(`${another.url}/emails/${guid}/previews/GMAILNEW`)
    await page.keyboard.press('n')
    const current = page.locator('#frames > .current')
    expect(await current.locator('rect').first().getAttribute('x')).toBe('8')
    expect(await current.locator('text').textContent()).toBe('1')
    expect(await page.locator('.change:focus .frame-number').textContent()).toBe('1')
    await page.locator('#findings a[href*="/checks?client="]').click()
    await page.waitForURL('**/checks?client=GMAILNEW')
    await page.context().close()
    await between.close()
    await another.close()
  })

  it('says that other programs drew the earlier version, and draws it again', async () => {
    const page = await open()
    const earlier = await handIn(page)
    await drawAll(earlier, 'first', [], undefined, () => 'older programs')
    await page.goto(`${board.url}/emails/${earlier}/redraw`)
    await page.locator('.cm-content').focus()
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(
      (url) => /\/emails\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(earlier),
    )
    const guid = new URL(page.url()).pathname.split('/')[2] ?? ''
    await drawAll(guid, 'second')
    await page.goto(`${board.url}/emails/${guid}`)
    expect(await page.locator('#differ').isVisible()).toBe(false)
    expect(await page.locator('#not-comparable').textContent()).toContain('2 cannot be compared')
    await page.locator('#not-comparable button').click()
    await page.waitForURL('**?base=*')
    const base = new URL(page.url()).searchParams.get('base') ?? ''
    expect(base).not.toBe(earlier)
    await drawAll(base, 'first')
    await page.reload()
    expect(await page.locator('#differ').textContent()).toBe('2 of 2 differ from the earlier version')
    await page.context().close()
  })

  it('shows the message in one size in every picture, its middle on the middle of the other, whatever the window', async () => {
    // A message of 600 px, in the middle of each window: Gmail's, Word's, and a phone's with three pixels for each.
    const widths: Readonly<Record<string, number>> = {
      GMAILNEW: 1_040,
      OL2016: 1_332,
      IPHONE17: 402,
      ANDROID15OUTLOOK: 360,
    }
    const page = await open({ viewport: { width: 1_280, height: 900 } })
    await page.context().unroute('**/captures/**')
    const guid = await handIn(page)
    // It waits for measurements, which nobody makes here.
    await page.route('**/check-counts*', (route) => route.abort())
    const configurations = Object.keys(widths).map((client) => ({ client }))
    await board.api.pretendServed('webkit')
    const answer = await fetch(`${board.api.url}/emails/${guid}/previews/prefetch`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-Proto': 'https' },
      body: JSON.stringify({ configurations }),
    })
    expect(answer.status).toBe(202)
    await drawAll(guid, 'first', [], (code) => {
      const ratio = /^(IPHONE|ANDROID)/.test(code) ? 3 : 1
      return { width: (widths[code] ?? 900) * ratio, height: 2_000 * ratio }
    })
    // Each picture has a message of 300 CSS pixels, black on white.
    const { db } = board.auth
    const shown = await db.preview.findMany({ where: { emailId: guid } })
    const codeOf = new Map(shown.map(({ imageToken, emailClient }) => [imageToken, emailClient]))
    await page.context().route('**/captures/**', async (route) => {
      const [, token = ''] = /captures\/([^/]+)\//.exec(route.request().url()) ?? []
      const code = codeOf.get(token) ?? ''
      const width = widths[code] ?? 900
      await route.fulfill({
        contentType: 'image/svg+xml',
        body: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="2000"><rect width="100%" height="100%" fill="#fff"/><rect x="${width / 2 - 150}" width="300" height="2000"/></svg>`,
      })
    })
    /** Where the message stands in the page, by its code: its left edge and its width. */
    const messages = (selector: string): Promise<[number, number][]> =>
      page.locator(selector).evaluateAll(
        (images, sizes) =>
          images.map((image) => {
            const { left, width } = (
              image as unknown as { getBoundingClientRect(): { left: number; width: number } }
            ).getBoundingClientRect()
            const { naturalWidth } = image as unknown as { naturalWidth: number }
            if (!sizes.includes(naturalWidth)) throw new Error('The picture is not there')
            const message = (300 / naturalWidth) * width
            return [left + (width - message) / 2, message] as [number, number]
          }),
        Object.values(widths),
      )
    const path = `${board.url}/emails/${guid}`

    await page.goto(`${path}/compare?with=GMAILNEW&with=OL2016&mode=side`)
    await page.waitForLoadState('networkidle')
    const [[, gmail = 0] = [], [, outlook = 0] = []] = await messages('.pane img')
    expect(gmail).toBeGreaterThan(100)
    expect(gmail / outlook).toBeCloseTo(1, 3)

    for (const mode of ['slide', 'blink', 'difference']) {
      await page.goto(`${path}/compare?with=GMAILNEW&with=OL2016&mode=${mode}`)
      await page.waitForLoadState('networkidle')
      const [[oneLeft = 0, one = 0] = [], [otherLeft = 1, other = 0] = []] = await messages('.layers img')
      expect([mode, one / other]).toEqual([mode, expect.closeTo(1, 3)])
      expect([mode, oneLeft - otherLeft]).toEqual([mode, expect.closeTo(0, 0)])
    }

    await page.goto(`${path}/compare?with=IPHONE17&with=ANDROID15OUTLOOK&mode=side`)
    await page.waitForLoadState('networkidle')
    expect((await messages('.pane img')).map(([, width]) => width)).toEqual([
      expect.closeTo(300, 0),
      expect.closeTo(300, 0),
    ])

    for (const view of ['grid', 'full']) {
      await page.goto(`${path}?view=${view}`)
      await page.waitForLoadState('networkidle')
      const inTile = async (code: string): Promise<number> =>
        (await messages(`.tile:has(#${code}) img`))[0]?.[1] ?? NaN
      expect([view, (await inTile('GMAILNEW')) / (await inTile('OL2016'))]).toEqual([
        view,
        expect.closeTo(1, 1),
      ])
      expect([view, (await inTile('IPHONE17')) / (await inTile('ANDROID15OUTLOOK'))]).toEqual([
        view,
        expect.closeTo(1, 1),
      ])
    }
    await page.goto(`${path}/previews/IPHONE17`)
    expect((await page.locator('#stage img').boundingBox())?.width).toBe(402)
    await page.context().close()
  })

  it('says of a picture that is cut that it is, in its place, and what the email client shows behind its end', async () => {
    const page = await open({ javaScriptEnabled: false })
    await page.goto(`${board.url}/`)
    await page.locator('#file').setInputFiles({
      name: 'long.html',
      mimeType: 'text/html',
      buffer: Buffer.from(`<p>${'x'.repeat(998)}</p>\n`.repeat(200)),
    })
    await page.locator('#new-email .primary').click()
    await page.waitForURL('**/emails/*')
    const guid = new URL(page.url()).pathname.split('/')[2] ?? ''
    await drawAll(guid, 'first', [], (code) => ({ height: 16_384, truncated: code === 'GMAILNEW' }))
    for (const view of ['grid', 'full']) {
      await page.goto(`${board.url}/emails/${guid}?view=${view}`)
      expect(await page.locator('.tile .cut').allTextContents()).toEqual(['✂ picture cut at 16,384 pixels'])
    }
    await page.goto(`${board.url}/emails/${guid}/previews/GMAILNEW`)
    expect(await page.locator('#stage').textContent()).toMatch(/is cut.*“\[Message clipped\]”.*✂/)
    await page.goto(`${board.url}/emails/${guid}/compare?with=GMAILNEW&with=PLAINTEXT`)
    expect(await page.locator('.pane .cut').count()).toBe(1)
    await page.context().close()
  })

  it.each([true, false])(
    'draws a dark picture and one without images at once when these are chosen, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const page = await open({ javaScriptEnabled })
      const guid = await handIn(page)
      await drawAll(guid, 'first')
      await page.goto(`${board.url}/emails/${guid}`)
      await page.locator('button[name=variant][value=blocked]').click()
      await page.waitForURL('**?images=blocked')
      expect(await page.locator('.tile:visible').count()).toBe(1)
      expect(await page.locator('.tile:visible').getAttribute('data-status')).toBe('waiting')
      expect(await page.locator('button[name=variant][value=blocked]').count()).toBe(0)

      await drawAll(guid, 'first')
      await page.goto(`${board.url}/emails/${guid}/previews/GMAILNEW?grid=family%3Dweb`)
      // Drawn already, so it is a link.
      await page.locator('.toolbar').getByRole('link', { name: 'Blocked' }).click()
      await page.waitForURL('**/previews/GMAILNEW?images=blocked&grid=family%3Dweb')
      await page.goto(`${board.url}/emails/${guid}/previews/YAHOO?grid=family%3Dweb`)
      await page.locator('.toolbar').getByRole('button', { name: 'Dark' }).click()
      await page.waitForURL('**/previews/YAHOODARK?grid=family%3Dweb')
      const { status } = await board.auth.db.preview.findFirstOrThrow({
        where: { emailId: guid, emailClient: 'YAHOODARK' },
      })
      expect(status).toBe('pending')
      await page.context().close()
    },
  )

  it('takes /, c and ? anywhere outside of a field, says so, and only on a tile when its reader wants that', async () => {
    const page = await open()
    const guid = await handIn(page)
    await drawAll(guid, 'first')
    await page.goto(`${board.url}/emails/${guid}`)
    expect(await page.locator('.keys-hint').isVisible()).toBe(true)
    await page.keyboard.press('?')
    await page.locator('dialog[open]').waitFor()
    // Escape closes it and moves the focus, some time after the key.
    await page.reload()
    await page.keyboard.press('/')
    expect(await page.evaluate('document.activeElement.id')).toBe('find')
    await page.keyboard.type('c?/')
    expect(await page.locator('#find').inputValue()).toBe('c?/')
    await page.locator('#find').fill('')
    await page.locator('h1').click()
    await page.keyboard.press('c')
    expect(await page.evaluate('document.activeElement.matches(".tile > a")')).toBe(true)
    await page.locator('.tile').nth(1).hover()
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('c')
    expect(await page.locator('.tile').nth(1).locator('.pick input').isChecked()).toBe(true)

    await page.keyboard.press('?')
    await page.locator('#keys-anywhere').uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.keyboard.press('?')
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await page.locator('.tile > a').first().focus()
    await page.keyboard.press('?')
    expect(await page.locator('dialog[open]').count()).toBe(1)
    await page.context().close()
  })

  it('has the button of a file in the page’s language, and says which file was chosen', async () => {
    const page = await open({ locale: 'de' })
    await page.goto(`${board.url}/`)
    const choosing = page.waitForEvent('filechooser')
    await page.getByText('Datei auswählen').click()
    await (await choosing).setFiles({ name: 'spring.html', mimeType: 'text/html', buffer: Buffer.from(html) })
    expect(await page.locator('.file-name').textContent()).toBe('spring.html')
    await page.context().close()
  })

  it('works without JavaScript: hands in, waits for pictures, filters, and draws a failed one again', async () => {
    const page = await open({ javaScriptEnabled: false })
    const guid = await handIn(page)
    await drawAll(guid, 'first', ['PLAINTEXT'])
    // The browser loads the page again by itself, until nothing is waiting.
    await page.locator('.tile[data-status=captured] img').waitFor()
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0)
    await page.locator('.filters a', { hasText: 'Text' }).click()
    expect(await page.locator('.tile:visible').count()).toBe(1)
    await page.locator('.again').click()
    // In the same email, beside the picture that is there.
    await page.waitForURL((url) => url.hash === '#PLAINTEXT' && url.pathname.includes(guid))
    expect(await page.locator('.tile[data-status=waiting]').count()).toBe(1)
    expect(await page.locator('.tile[data-status=captured]').count()).toBe(1)
    await page.context().close()
  })

  it.each([true, false])(
    'hands in the test card at a button, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const page = await open({ javaScriptEnabled })
      await page.goto(`${board.url}/`)
      await page.locator('input[name=choice][value=popular]').check()
      await page.getByRole('button', { name: 'The test card' }).click()
      await page.waitForURL(/\/emails\/[0-9a-f-]{36}$/)
      expect(await page.locator('h1').first().textContent()).toContain('Test card 2')
      await page.context().close()
    },
  )

  it.each([
    ['11 MiB', Buffer.alloc(11 * 1024 * 1024, '<p>text</p>\n'), '11 MiB'],
    ['a binary file', png, 'binary data'],
    ['no HTML', Buffer.from('Only words.'), 'no HTML'],
    [
      'a message beyond the limits',
      Buffer.from(`Subject: ${'x'.repeat(2 ** 20)}\r\n\r\n`),
      'could not be read',
    ],
  ])(
    'says beside the form why a file cannot be taken, and keeps what was typed: %s',
    async (_what, buffer, said) => {
      const page = await open({ javaScriptEnabled: false })
      await page.goto(`${board.url}/`)
      await page.locator('#subject').fill(hostile)
      await page.locator('input[name=choice][value=popular]').check()
      await page.locator('#file').setInputFiles({ name: 'email.html', mimeType: 'text/html', buffer })
      await page.locator('#new-email .primary').click()
      expect(await page.getByRole('alert').textContent()).toContain(said)
      expect(await page.locator('#subject').inputValue()).toBe(hostile)
      expect(await page.locator('input[name=choice]:checked').getAttribute('value')).toBe('popular')
      await page.context().close()
    },
  )

  describe('the chooser of email clients', () => {
    const choice = (page: Page) => page.locator('input[name=choice]:checked').getAttribute('value')
    const ticked = (page: Page) =>
      page
        .locator('input[name=client]:checked')
        .evaluateAll((boxes) => boxes.map((box) => (box as unknown as { value: string }).value).sort())

    it('finds email clients by a search, which sends nothing, and ticks those found, a set, and one by one', async () => {
      const { auth } = board
      const emailClients = ['OL2016', 'PLAINTEXT']
      await saveEmailClientSet(auth, auth.user.id, { name: 'Outlook check', emailClients })
      const page = await open()
      await page.goto(`${board.url}/`)
      await page.locator('#ticks > summary > .count').click()
      const search = page.getByRole('searchbox', { name: 'Search', exact: true })
      await search.fill('outlook 201')
      await search.press('Enter')
      expect(new URL(page.url()).pathname).toBe('/')
      expect(await choice(page)).toBe('mine')
      await page.getByRole('button', { name: 'None', exact: true }).click()
      await page.getByRole('button', { name: /^Tick all: Outlook and Mail/ }).click()
      expect(await choice(page)).toBe('ticked')
      const found = await ticked(page)
      expect(found.length).toBeGreaterThan(1)
      expect(found.every((code) => /^OL201\d/.test(code))).toBe(true)
      await page.getByText(`${found.length} of `).waitFor()

      await page.getByRole('button', { name: 'Outlook check', exact: true }).click()
      expect(await ticked(page)).toEqual(emailClients)
      await search.fill('')
      await page.getByRole('checkbox', { name: 'PLAINTEXT' }).uncheck()
      await page.locator('#source').fill(html)
      await page.locator('#new-email .primary').click()
      await page.waitForURL('**/emails/*')
      expect(await page.locator('.tile').count()).toBe(1)
      expect(await page.locator('.tile #OL2016').count()).toBe(1)
      await page.context().close()
    })

    it('works without JavaScript: a set, or those ticked', async () => {
      const page = await open({ javaScriptEnabled: false })
      await page.goto(`${board.url}/`)
      await page.locator('#source').fill(html)
      await page.getByRole('radio', { name: /^Outlook check/ }).check()
      await page.locator('#new-email .primary').click()
      await page.waitForURL('**/emails/*')
      expect(await page.locator('.tile').count()).toBe(2)
      await page.goto(`${board.url}/`)
      await page.locator('#source').fill(html)
      await page.locator('#ticks > summary').click()
      expect(await page.getByRole('searchbox', { name: 'Search', exact: true }).count()).toBe(0)
      const checked = page.getByRole('checkbox', { checked: true })
      while ((await checked.count()) > 0) await checked.first().uncheck()
      await page.getByRole('checkbox', { name: 'PLAINTEXT' }).check()
      await page.getByRole('radio', { name: 'Those ticked below' }).check()
      await page.locator('#new-email .primary').click()
      await page.waitForURL('**/emails/*')
      expect(await page.locator('.tile').count()).toBe(1)
      await page.context().close()
    })
  })

  describe('the menu under the user’s name', () => {
    const menu = (page: Page) => page.getByRole('navigation', { name: 'Account' })

    it('opens and closes by keys and by clicks, and leads into the account and back', async () => {
      const page = await open()
      await page.goto(`${board.url}/`)
      const name = menu(page).locator('summary')
      const item = menu(page).getByRole('link', { name: 'Language' })
      await name.focus()
      await page.keyboard.press('Enter')
      await item.waitFor()
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Your email clients')
      await page.keyboard.press('Escape')
      await item.waitFor({ state: 'hidden' })
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Ada Person')
      await name.click()
      await item.waitFor()
      await page.locator('h1').first().click()
      await item.waitFor({ state: 'hidden' })
      await name.click()
      await item.click()
      await page.waitForURL(`${board.auth.url}/settings/language`)
      await page.getByRole('radio', { name: 'Deutsch' }).check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.waitForURL(`${board.url}/`)
      expect(await page.evaluate('document.documentElement.lang')).toBe('de')
      await board.auth.db.user.update({ where: { id: board.auth.user.id }, data: { language: null } })
      await page.context().close()
    })

    it('works without JavaScript, and with forced colours in 320 px, where nothing is cut off', async () => {
      const viewport = { width: 320, height: 600 }
      const page = await open({ javaScriptEnabled: false, forcedColors: 'active', viewport })
      await page.goto(`${board.url}/`)
      await menu(page).locator('summary').click()
      for (const link of await menu(page).getByRole('link').all()) {
        const box = await link.boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= viewport.width).toBe(true)
      }
      await menu(page).getByRole('link', { name: 'Applications' }).click()
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Connected applications')
      await page.getByRole('link', { name: 'Emails' }).click()
      await page.waitForURL(`${board.url}/`)
      await page.context().close()
    })
  })

  it('fills the tiles of a share link without a session, asking less and less often, until all are drawn', async () => {
    const owner = await open()
    const guid = await handIn(owner)
    await owner.goto(`${board.url}/emails/${guid}/shares`)
    await owner.locator('main form button.primary').first().click()
    const link = new URL(await owner.locator('#made').inputValue())
    await owner.context().close()

    const page = await open({ storageState: { cookies: [], origins: [] } })
    await page.clock.install()
    await page.addInitScript(`
      window.asked = [Date.now()]
      window.shown = () => document.querySelectorAll('.tile[data-status=captured] img').length
      const { fetch } = window
      window.fetch = (...args) => { window.asked.push(Date.now()); return fetch(...args) }`)
    await page.goto(board.url + link.pathname)
    expect(await page.locator('.tile[data-status=waiting]').count()).toBe(2)
    expect(await page.locator('#drawn').textContent()).toBe('0 of 2 drawn')
    const askedAt = (): Promise<number[]> => page.evaluate('window.asked')
    const pass = async (what: string, look: () => Promise<boolean>): Promise<void> => {
      await until(what, async () => {
        await page.clock.fastForward(1_000)
        return [await look(), await askedAt()]
      })
    }
    await pass('it has asked for ten minutes', async () => {
      const [opened = 0, ...asked] = await askedAt()
      return (asked.at(-1) ?? 0) - opened > 600_000
    })
    const [opened = 0, ...asked] = await askedAt()
    expect(asked.filter((at) => at - opened < 60_000).length).toBeLessThanOrEqual(8)
    expect(asked.filter((at) => at - opened > 480_000 && at - opened < 600_000).length).toBeLessThanOrEqual(3)

    await drawAll(guid, 'first')
    await pass('the pictures are shown', async () => (await page.evaluate('window.shown()')) === 2)
    expect(await page.locator('#drawn').textContent()).toBe('2 of 2 drawn')
    const last = (await askedAt()).length
    await page.clock.fastForward(3_600_000)
    await page.evaluate('new Promise((resolve) => queueMicrotask(resolve))')
    expect((await askedAt()).length).toBe(last)
    await page.context().close()
  })

  it('takes a source of more than 1 MiB as a file only, and shows its beginning', async () => {
    const page = await open({ javaScriptEnabled: false })
    const long = `<p>${'x'.repeat(1_998)}</p>\n`.repeat(600)
    const file = { name: 'long.html', mimeType: 'text/html', buffer: Buffer.from(long) }
    await page.goto(`${board.url}/`)
    await page.locator('#file').setInputFiles(file)
    await page.locator('#new-email .primary').click()
    await page.waitForURL('**/emails/*')
    const email = page.url()
    await page.goto(`${email}/source`)
    expect(await page.locator('main > .bad').textContent()).toContain('only its first MiB is shown')
    await page.goto(`${email}/redraw`)
    expect(await page.locator('textarea').count()).toBe(0)
    await page.locator('#source').setInputFiles({ ...file, buffer: Buffer.from(long.replace('x', 'y')) })
    await page.getByRole('button', { name: 'Redraw' }).click()
    await page.waitForURL((url) => /\/emails\/[0-9a-f-]{36}$/.test(url.pathname) && url.href !== email)
    await page.context().close()
  })

  it('leads from an address that names a line to the page of the source that has it', async () => {
    const page = await open()
    const long = Array.from({ length: 4_500 }, (_, index) => `<p>line ${index + 1}</p>`).join('\n')
    await page.goto(`${board.url}/`)
    const file = { name: 'long.html', mimeType: 'text/html', buffer: Buffer.from(long) }
    await page.locator('#file').setInputFiles(file)
    await page.locator('#new-email .primary').click()
    await page.waitForURL('**/emails/*')
    const source = `${page.url()}/source`
    await page.goto(`${source}?page=1#L4321`)
    await page.waitForURL(`${source}?line=4321#L4321`)
    expect(await page.locator('.code.hit').textContent()).toBe('<p>line 4321</p>')
    await page.evaluate('location.hash = "#L3"')
    await page.waitForURL(`${source}?line=3#L3`)
    expect(await page.locator('.code.hit').textContent()).toBe('<p>line 3</p>')
    await page.getByRole('link', { name: 'Next lines' }).first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${source}?page=2`)
    expect(await page.locator('#L2001').textContent()).toBe('2001')
    await page.context().close()
  })

  it('makes a share link, and lists older links on further pages', async () => {
    const page = await open()
    const guid = await handIn(page)
    const { db, accountId, clock } = board.auth
    await db.share.createMany({
      data: Array.from({ length: 26 }, (_, index) => ({
        id: randomUUID(),
        tokenHash: new Uint8Array(randomBytes(32)),
        accountId,
        emailId: guid,
        label: `Link ${index + 1}`,
        shows: [],
        // Older than the link that the page makes.
        createdAt: new Date(clock.now().getTime() - 1_000 + index),
        expiresAt: new Date(clock.now().getTime() + 86_400_000),
      })),
    })
    await page.goto(`${board.url}/emails/${guid}/shares`)
    expect(await page.locator('.rows > li').count()).toBe(25)
    await page.getByRole('button', { name: 'Make a link' }).click()
    expect(await page.locator('#made:focus').inputValue()).toMatch(/^https:.*\/s\/[\w-]+$/)
    await page.getByRole('link', { name: 'Older links' }).click()
    await page.waitForURL('**/shares?before=*')
    expect(await page.locator('.rows strong').allTextContents()).toEqual(['Link 2', 'Link 1'])
    await page.context().close()
  })

  it('says so in a tab that shows an email, and stays signed out there, when its reader signs out in another', async () => {
    const page = await open({ storageState: await signInAs(await board.auth.createUser()) })
    await handIn(page)
    await page.locator('#live[data-state=live]').waitFor()
    const other = await page.context().newPage()
    await other.goto(`${board.url}/`)
    await other.locator('#account-menu summary').click()
    await other.locator('form[action="/signout"] button').click()
    await other.waitForURL('**/signed-out')
    await page.locator('#live[data-state=signedOut]').waitFor()
    expect(await page.locator('#live').textContent()).toBe('signed out')
    const names = (await page.context().cookies()).map(({ name }) => name)
    expect(names).not.toContain('__Host-board-session')
    await page.context().close()
  })

  it('shows nothing of another account', async () => {
    const page = await open()
    const guid = await handIn(page)
    const { id } = await createAccount(board.auth, { name: 'Another' })
    const stranger = await open({ storageState: await signInAs(await board.auth.createUser(id)) })
    for (const path of [
      '',
      '/events',
      '/previews/GMAILNEW',
      '/compare?with=GMAILNEW',
      '/source',
      '/checks',
      '/check-counts',
      '/source-findings',
      '/redraw',
      '/clients',
      '/edit',
      '/assets',
      '/thumb',
    ]) {
      const answer = await stranger.request.get(`${board.url}/emails/${guid}${path}`, {
        headers: { Accept: '*/*' },
      })
      expect([path, answer.status()]).toEqual([path, 404])
    }
    await page.context().close()
    await stranger.context().close()
  })

  interface Paths {
    ofUser: string[]
    ofVisitor: string[]
  }
  let made: Promise<Paths> | undefined
  /** The path of every page: of a user's, with an email of which one picture could not be drawn, and of a visitor's. */
  const everyPage = (): Promise<Paths> => (made ??= makeEveryPage())

  async function makeEveryPage(): Promise<Paths> {
    const page = await open()
    const guid = await handIn(page)
    await drawAll(guid, 'first', ['PLAINTEXT'])
    const email = `/emails/${guid}`
    const { db, clock, accountId } = board.auth
    const apiKey = await createApiKey({ db, clock }, { accountId })
    const posted = await fetch(`${board.api.url}/emails`, {
      method: 'POST',
      headers: {
        ...board.api.headers,
        Authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ html_text: '<p>Nothing was asked for' }),
    })
    const { email_guid: unasked } = (await posted.json()) as { email_guid: string }
    const mail = await receiveMail({ ...board.api, accountId }, { inbox: 'staging', message: sentMail })
    await receiveMail({ ...board.api, accountId }, { inbox: 'other', message: sentMail })
    await page.goto(`${board.url}${email}/shares`)
    for (const part of ['checks', 'source']) await page.locator(`main input[value=${part}]`).check()
    await page.locator('main form button.primary').first().click()
    const { pathname: shared } = new URL(await page.locator('#made').inputValue())
    await page.context().close()
    return {
      ofUser: [
        '/',
        '/?search=nothing',
        email,
        `${email}?view=full&status=failed`,
        `${email}?find=nothing`,
        `/emails/${unasked}`,
        `${email}/previews/GMAILNEW`,
        `${email}/previews/PLAINTEXT`,
        `${email}/compare?with=GMAILNEW&with=PLAINTEXT`,
        ...['slide', 'blink', 'difference'].map(
          (mode) => `${email}/compare?with=GMAILNEW&with=PLAINTEXT&mode=${mode}`,
        ),
        `${email}/source?line=3&client=GMAILNEW`,
        `${email}/checks`,
        `${email}/checks?kind=code&client=GMAILNEW`,
        `${email}/redraw`,
        `${email}/redraw?line=3`,
        `${email}/redraw?mend=all`,
        `${email}/clients`,
        `${email}/edit`,
        `${email}/assets`,
        `${email}/shares`,
        '/shares',
        ...['/inboxes?inbox=staging', '/inboxes?recipes=1', `/emails/${mail.id}/message`],
        ...['/inboxes?inbox=none', `/emails/${mail.id}`],
        '/emails/nothing',
      ],
      ofVisitor: [
        shared,
        `${shared}?preview=GMAILNEW`,
        `${shared}?preview=PLAINTEXT`,
        `${shared}?view=source`,
        `${shared}?view=checks`,
        '/s/nothing',
        '/signed-out',
        '/signed-out?here_only=1',
        '/callback?code=x&state=x',
      ],
    }
  }

  /** Opens every page in such a browser, or those whose turn it is, and calls `check` with each. */
  async function openEveryPage(
    options: BrowserContextOptions,
    check: (page: Page, path: string) => Promise<void>,
    isTurn: (index: number) => boolean = () => true,
  ): Promise<void> {
    const faults: string[] = []
    const openWatched = async (own: BrowserContextOptions): Promise<Page> => {
      const page = await open({ ...options, ...own })
      page.on('pageerror', ({ message }) => faults.push(message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          faults.push(message.text())
      })
      return page
    }
    const user = await openWatched({})
    const visitor = await openWatched({ storageState: { cookies: [], origins: [] } })
    const { ofUser, ofVisitor } = await everyPage()
    for (const [page, paths] of [
      [user, ofUser],
      [visitor, ofVisitor],
    ] as const) {
      for (const path of paths.filter((_path, index) => isTurn(index))) {
        const load = () => page.goto(board.url + path)
        // A page that loads again by itself just then ends the navigation.
        const answer = await load().catch(load)
        expect([path, answer?.status() === 404]).toEqual([path, path.endsWith('/nothing')])
        await check(page, path)
      }
    }
    expect(faults).toEqual([])
    await user.context().close()
    await visitor.context().close()
  }

  // In the short run each page has one of two looks, and one of the two tests after these, in turn.
  it.each([
    ['light', 1280, 'en', 1] as const,
    ['dark', 320, 'fr', 0] as const,
    ...(isLongRun ? [['dark', 820, 'de', 1] as const, ['light', 390, 'de', 0] as const] : []),
  ])(
    'has no page that axe faults, that scrolls sideways or that has inline code: %s colours, %i px, language %s',
    (colorScheme, width, language, turn) =>
      openEveryPage(
        { colorScheme, viewport: { width, height: 800 }, locale: language },
        async (page, path) => {
          // The chooser, the menu, and what is folded of long lists.
          if (!path.includes('source'))
            await page.evaluate(
              `document.querySelectorAll('details').forEach((details) => { details.open = true })`,
            )
          await page.evaluate(axe.source)
          const { violations } = await page.evaluate<{
            violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
          }>(`axe.run({ resultTypes: ['violations'] })`)
          expect(
            violations.flatMap(({ id, nodes }) =>
              nodes.map((node) => `${path}: ${id}: ${node.html} ${node.failureSummary}`),
            ),
          ).toEqual([])
          const { inline, lang, ...moves } = await page.evaluate<{
            sideways: string[]
            covered: string[]
            inline: string[]
            lang: string
          }>(`({
          lang: document.documentElement.lang,
          sideways: document.documentElement.scrollWidth === document.documentElement.clientWidth ? [] : [...document.querySelectorAll('body *')]
            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > document.documentElement.clientWidth)
            .map((one) => one.outerHTML.slice(0, 200)),
          covered: [...document.querySelectorAll('.again')].filter((button) => {
            const said = document.createRange()
            said.selectNodeContents(button.closest('.tile').querySelector('.shot'))
            return said.getBoundingClientRect().bottom > button.getBoundingClientRect().top
          }).map((one) => one.outerHTML),
          inline: [...document.querySelectorAll('script:not([src]), style, iframe, object, embed')].map((e) => e.outerHTML),
        })`)
          expect({ path, inline, lang, ...moves }).toEqual({
            path,
            ...{ sideways: [], covered: [], inline: [] },
            lang: language,
          })
        },
        (index) => isLongRun || index % 2 === turn,
      ),
    240_000,
  )

  it(
    'has only pages of which every link, button and field is reached by Tab alone, and is seen to be',
    () =>
      openEveryPage(
        { viewport: { width: 1280, height: 800 } },
        async (page, path) => {
          expect({ path, ...(await reachByTab(page)) }).toEqual({ path, missed: [], faint: [] })
        },
        (index) => isLongRun || index % 2 === 0,
      ),
    240_000,
  )

  it(
    'has only pages that work without JavaScript, with forced colours in 320 px',
    () =>
      openEveryPage(
        { javaScriptEnabled: false, forcedColors: 'active', viewport: { width: 320, height: 600 } },
        async (page, path) => {
          expect({ path, faults: await faultsWithoutScripts(page) }).toEqual({ path, faults: [] })
        },
        (index) => isLongRun || index % 2 === 1,
      ),
    240_000,
  )
})
