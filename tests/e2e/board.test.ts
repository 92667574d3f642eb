import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createAccount } from '@pas/accounts/create-account'
import { createUser } from '@pas/accounts/create-user'
import { systemClock } from '@pas/runtime/clock'
import { itInLongRun } from '@pas/testing/long-run'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { Agent, fetch } from 'undici'
import { fillIn, openBrowser } from '../../services/auth/tests/pages/open-browser'
import { createServices, type ServiceProcess, type Services } from './start-services'
import { createTestCertificate } from './test-certificate'

const run = promisify(execFile)
const person = {
  email: 'dana@example.test',
  firstName: 'Dana',
  lastName: 'Demo',
  password: 'a long password',
}
/** The email clients that a new email is drawn in: two by Chromium, one as text. */
const codes = ['CHROMEGMAILNEW', 'CHROMEYAHOO', 'PLAINTEXT']
/** Would begin a script, and turn the text after it around. */
const hostile = '</title></textarea><script>document.title = "owned"</script>\u202Etxt.exe'
const marked = '<p style="position: absolute; color: #c00000">Half price</p>'
const html = [
  '<!doctype html>',
  '<html><body>',
  '<h1>Spring sale</h1>',
  marked,
  '</textarea><script>document.title = "owned"</script>',
  `<p>${'long '.repeat(400)}</p>`,
  '</body></html>',
].join('\n')
const message = Buffer.from(
  [
    'From: News <news@example.test>',
    `Subject: =?utf-8?B?${Buffer.from(hostile).toString('base64')}?=`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="parts"',
    '',
    '--parts',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Spring sale. Half price.',
    '--parts',
    'Content-Type: text/html; charset=utf-8',
    '',
    ...html.split('\n'),
    '--parts--',
    '',
  ].join('\r\n'),
)
const guidPath = /\/emails\/([0-9a-f-]{36})$/

/** Every service as a process of its own, over TLS; one worker, which draws one picture at a time; and a browser. */
describe('the board, in a browser, on the services as they run', () => {
  let folder: TestFolder
  let services: Services
  let api: ServiceProcess
  let board: ServiceProcess
  let worker: ServiceProcess
  let browser: Browser
  let dispatcher: Agent
  let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>

  beforeAll(async () => {
    folder = await createTestFolder()
    const certificate = await createTestCertificate(folder.path)
    dispatcher = new Agent({ connect: { ca: readFileSync(certificate.caFile) } })
    services = await createServices({ DEFAULT_EMAIL_CLIENTS: codes.join(',') }, certificate)
    const deps = { db: services.database.db, clock: systemClock }
    await createUser(deps, { accountId: services.accountId, ...person })
    ;[, api, board, browser, worker] = await Promise.all([
      services.startAuth(),
      services.startApi(),
      services.startBoard(),
      openBrowser(),
      services.startWorker('chromium,text', { CAPTURE_CONCURRENCY: '1' }),
      services.startImages(),
    ])
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await services?.close()
    await dispatcher?.close()
    await folder?.close()
  })

  /** A page of a browser that is signed in, unless `options` have another `storageState`. */
  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    signedIn ??= await signIn(person)
    const context = await browser.newContext({ ignoreHTTPSErrors: true, storageState: signedIn, ...options })
    context.setDefaultTimeout(60_000)
    return context.newPage()
  }

  async function signIn(user: typeof person): Promise<typeof signedIn> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    await page.goto(board.url)
    await fillIn(page, user)
    await page.waitForURL(`${board.url}/`)
    const state = await context.storageState()
    await context.close()
    return state
  }

  const untilDrawn = (page: Page): Promise<void> => page.locator('#live[data-state=complete]').waitFor()

  /** Resolves once every picture within `selector`, of which there are `number`, is there and is not broken. */
  const untilSeen = (page: Page, selector: string, number: number): Promise<void> =>
    until(`${number} pictures are seen in ${selector}`, async () => {
      const widths = await page
        .locator(`${selector} img:visible`)
        .evaluateAll((images) =>
          images.map((image) => (image as { naturalWidth?: number }).naturalWidth ?? 0),
        )
      return [widths.length === number && Math.min(...widths) > 0, widths]
    })

  const guidOf = (page: Page): string => guidPath.exec(new URL(page.url()).pathname)?.[1] ?? ''

  /** Waits for the grid of another email than `before`. */
  async function untilNextGrid(page: Page, before = ''): Promise<string> {
    await page.waitForURL(({ pathname }) => guidPath.test(pathname) && !pathname.includes(before || ' '))
    return guidOf(page)
  }

  /** Drops a file on the first page, as a person does. */
  async function drop(page: Page, name: string, content: Buffer): Promise<void> {
    const transfer = await page.evaluateHandle(
      `(() => {
        const bytes = Uint8Array.from(atob(${JSON.stringify(content.toString('base64'))}), (c) => c.charCodeAt(0))
        const transfer = new DataTransfer()
        transfer.items.add(new File([bytes], ${JSON.stringify(name)}))
        return transfer
      })()`,
    )
    await page.dispatchEvent('#new-email', 'dragover', { dataTransfer: transfer })
    await page.dispatchEvent('#new-email', 'drop', { dataTransfer: transfer })
  }

  /** A call of the API with the account's key. */
  async function call(path: string, method = 'GET', body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${api.url}/v1${path}`, {
      ...{ dispatcher, method, body: body === undefined ? null : JSON.stringify(body) },
      headers: {
        Authorization: `Basic ${Buffer.from(`${services.apiKey}:`).toString('base64')}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  }

  let drawn: Promise<string> | undefined
  /** The guid of an email whose pictures are all there: the same for every test that only looks at one. */
  const drawnEmail = (): Promise<string> => (drawn ??= drawEmail())
  async function drawEmail(): Promise<string> {
    const configurations = codes.map((client) => ({ client }))
    const created = await call('/emails', 'POST', { subject: hostile, html_text: html, configurations })
    const guid = String(created.email_guid)
    await until('all is drawn', async () => (await call(`/emails/${guid}/previews`)).complete === true)
    return guid
  }

  /** Presses Tab until what `selector` names has the focus. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
    }
    throw new Error(`Tab does not lead to ${selector} on ${page.url()}`)
  }

  /** What anyone gets of this address, without a cookie. */
  const statusOf = async (url: string): Promise<number> =>
    (await fetch(url, { dispatcher, redirect: 'manual' })).status

  it('leads from a dropped .eml to its pictures, a change, a comparison, a new version and a share link, and out', async () => {
    const page = await open({ storageState: { cookies: [], origins: [] } })
    await page.goto(board.url)
    await fillIn(page, person)
    await page.waitForURL(`${board.url}/`)
    await page.locator('#reference').fill(hostile)
    const firstAnswer = page.waitForResponse((response) => guidPath.test(new URL(response.url()).pathname))
    await drop(page, 'sale.eml', message)
    const guid = await untilNextGrid(page)
    expect(await (await firstAnswer).text()).toContain('data-status="waiting"')
    expect(await page.locator('.tile').count()).toBe(codes.length)
    await untilDrawn(page)
    expect(await page.locator('#drawn').textContent()).toBe('3 of 3 drawn')
    await untilSeen(page, '.tile', codes.length)
    // Text, and nothing else.
    expect(await page.locator('h1').textContent()).toBe(hostile)
    expect(await page.locator('.title bdi.ref').textContent()).toBe(hostile)
    expect(await page.title()).toContain(hostile)

    await page.locator('#CHROMEGMAILNEW').click()
    await page.waitForURL('**/previews/CHROMEGMAILNEW')
    await untilSeen(page, '#stage', 1)
    const change = page.locator('.changes:not(.findings) > .change', { hasText: 'position' }).first()
    expect(await change.locator('.code.hit').textContent()).toBe(marked)
    await change.locator('a.number').click()
    await page.waitForURL('**/source?*')
    expect(await page.locator('.code.hit').textContent()).toBe(marked)
    await page.locator('#back').click()
    await untilNextGrid(page)

    for (const code of ['CHROMEGMAILNEW', 'CHROMEYAHOO'])
      await page.locator(`.tile:has(#${code}) .pick input`).check()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.waitForURL('**/compare?*')
    await untilSeen(page, '.pane', 2)
    await page.getByRole('link', { name: 'Difference' }).click()
    await page.waitForURL('**mode=difference')
    await untilSeen(page, '.difference', 2)
    await page.locator('#back').click()
    await untilNextGrid(page)

    await page.getByRole('link', { name: 'Redraw' }).click()
    expect(await page.locator('#source').inputValue()).toBe(html)
    await page.locator('.cm-content').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(html.replace('#c00000', '#0000c0'))
    await page.getByRole('button', { name: 'Redraw' }).click()
    const next = await untilNextGrid(page, guid)
    await untilDrawn(page)
    // The words come with the pictures: the page is not loaded again.
    expect(await page.locator('.before a:visible').count()).toBe(2)
    expect(await page.locator('.before [data-when=equal]:visible').count()).toBe(1)
    expect(await page.locator('#differ').textContent()).toBe('2 of 3 differ from the earlier version')
    await page.locator('.tile:has(#CHROMEYAHOO)').getByRole('link', { name: '≠ looks different' }).click()
    await page.waitForURL('**/compare?*')
    // The image service says where they differ, and draws it.
    await page.locator('.frame.current').nth(1).waitFor()
    await page.getByRole('link', { name: 'Difference' }).first().click()
    await untilSeen(page, '.drawn-difference', 1)
    await page.goto(`${board.url}/emails/${next}`)

    await page.getByRole('link', { name: 'Share', exact: true }).click()
    await page.getByLabel('the source of the email').check()
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.locator('#made').inputValue()
    const stranger = await open({ storageState: { cookies: [], origins: [] } })
    await stranger.goto(link)
    await untilSeen(stranger, '.tile', codes.length)
    expect(await stranger.locator('h1').textContent()).toBe(hostile)
    await stranger.locator('#CHROMEGMAILNEW').click()
    await stranger.waitForURL('**?preview=CHROMEGMAILNEW')
    await untilSeen(stranger, '#stage', 1)
    expect(await stranger.locator('.code.hit').first().textContent()).toContain('<')
    expect(await stranger.context().cookies()).toEqual([])
    await page.getByRole('link', { name: 'Shares' }).click()
    await page.locator('button.danger').click()
    await page.getByRole('status').waitFor()
    expect((await stranger.goto(link))?.status()).toBe(410)
    expect(await stranger.locator('main').textContent()).toContain('revoked')
    // A link is all that is needed to see what it shows: the log lines of its requests name the route alone.
    await until('both services have logged the refusal', () =>
      [api, board].every((service) => /"route":"[^"]*:token".*"status":410/.test(service.output())),
    )
    const token = new URL(link).pathname.replace('/s/', '')
    for (const service of [api, board]) expect(service.output()).not.toContain(token)

    await page.locator('#account-menu summary').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out of').waitFor()
    const after = await page.request.get(`${board.url}/emails/${guid}`, { maxRedirects: 0 })
    expect(after.headers().location).toMatch(/^\/signin/)
    await stranger.context().close()
    await page.context().close()
  }, 400_000)

  itInLongRun(
    'leads the same way by keys alone',
    async () => {
      const page = await open()
      await page.goto(board.url)
      await tabTo(page, '#source')
      await page.keyboard.insertText(html)
      await page.keyboard.press('Control+Enter')
      const guid = await untilNextGrid(page)
      await untilDrawn(page)
      await tabTo(page, '.tile > a')
      expect(await page.evaluate('document.activeElement.id')).toBe('CHROMEGMAILNEW')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/previews/CHROMEGMAILNEW')
      await tabTo(page, '.change a.number')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/source?*')
      await page.locator('.code.hit').waitFor()
      await page.goBack()
      await page.locator('#stage').waitFor()
      await page.keyboard.press('Escape')
      await untilNextGrid(page)
      expect(await page.evaluate('document.activeElement.id')).toBe('CHROMEGMAILNEW')
      await page.keyboard.press('c')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('c')
      await page.waitForURL('**/compare?*')
      await untilSeen(page, '.pane', 2)
      await page.keyboard.press('Escape')
      await untilNextGrid(page)

      await tabTo(page, 'a[href$="/redraw"]')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/redraw')
      await page.locator('.cm-content').waitFor()
      await tabTo(page, '.source-editor')
      await page.keyboard.press('Control+Home')
      await page.keyboard.insertText('<!-- the same -->')
      await page.keyboard.press('Control+Enter')
      await untilNextGrid(page, guid)
      await untilDrawn(page)
      expect(await page.locator('.before [data-when=equal]:visible').count()).toBe(3)

      await tabTo(page, 'a[href$="/shares"].primary')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/shares')
      await tabTo(page, 'main button.primary')
      await page.keyboard.press('Enter')
      await page.locator('#made').waitFor()
      expect(await page.evaluate('document.activeElement.id')).toBe('made')
      const link = await page.locator('#made').inputValue()
      expect(await statusOf(link)).toBe(200)
      await tabTo(page, 'button.danger')
      await page.keyboard.press('Enter')
      await page.getByRole('status').waitFor()
      expect(await statusOf(link)).toBe(410)
      await tabTo(page, '#account-menu summary')
      await page.keyboard.press('Enter')
      await tabTo(page, 'header form button')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Sign out')
      await page.context().close()
    },
    400_000,
  )

  itInLongRun(
    'leads the same way without JavaScript, by links, forms and pictures that the browser waits for',
    async () => {
      // Signed in by itself, because it signs out.
      const page = await open({ javaScriptEnabled: false, storageState: await signIn(person) })
      await page.goto(board.url)
      await page
        .locator('#file')
        .setInputFiles({ name: 'a.eml', mimeType: 'message/rfc822', buffer: message })
      await page.getByRole('button', { name: 'Draw' }).click()
      const guid = await untilNextGrid(page)
      await untilSeen(page, '.tile', codes.length)
      await page.locator('#CHROMEGMAILNEW').click()
      await page.waitForURL('**/previews/CHROMEGMAILNEW')
      await untilSeen(page, '#stage', 1)
      await page
        .locator('.changes:not(.findings) > .change', { hasText: 'position' })
        .first()
        .locator('a.number')
        .click()
      await page.waitForURL('**/source?*')
      expect(await page.locator('.code.hit').textContent()).toBe(marked)
      await page.locator('#back').click()
      await untilNextGrid(page)
      await page.locator('.filters a', { hasText: 'Text' }).click()
      expect(await page.locator('.tile:visible').count()).toBe(1)
      await page.locator('.filters .segments a').first().click()
      for (const code of ['CHROMEGMAILNEW', 'CHROMEYAHOO'])
        await page.locator(`.tile:has(#${code}) .pick input`).check({ force: true })
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      await page.waitForURL('**/compare?*')
      await untilSeen(page, '.pane', 2)
      await page.getByRole('link', { name: 'Slide' }).click()
      await page.waitForURL('**mode=slide')
      await untilSeen(page, '.layers', 2)
      await page.goto(`${board.url}/emails/${guid}/redraw`)
      await page.getByRole('button', { name: 'Redraw' }).click()
      const next = await untilNextGrid(page, guid)
      await untilSeen(page, '.tile', codes.length)
      await page.goto(`${board.url}/emails/${next}`)
      expect(await page.locator('.before [data-when=equal]:visible').count()).toBe(3)
      await page.getByRole('link', { name: 'Share', exact: true }).click()
      await page.getByRole('button', { name: 'Make a link' }).click()
      const link = await page.locator('#made:focus').inputValue()
      expect(await statusOf(link)).toBe(200)
      await page.locator('button.danger').click()
      expect(await statusOf(link)).toBe(410)
      await page.locator('#account-menu summary').click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are signed out of').waitFor()
      await page.context().close()
    },
    400_000,
  )

  itInLongRun(
    'fits a phone of 390 px: two columns, folded filters, a picture of full width, and a slider that compares',
    async () => {
      const guid = await drawnEmail()
      const page = await open({ viewport: { width: 390, height: 800 }, hasTouch: true })
      const email = `${board.url}/emails/${guid}`
      const sideways = () =>
        page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      await page.goto(email)
      const lefts = await page
        .locator('.tile')
        .evaluateAll((tiles) => tiles.map((tile) => (tile as unknown as { offsetLeft: number }).offsetLeft))
      expect(new Set(lefts).size).toBe(2)
      expect(await page.locator('.filters nav a:visible', { hasText: 'Desktop' }).count()).toBe(0)
      expect(await sideways()).toBe(0)
      await page.locator('#CHROMEGMAILNEW').tap()
      await page.waitForURL('**/previews/CHROMEGMAILNEW')
      await untilSeen(page, '#stage', 1)
      const picture = await page.locator('#stage img').boundingBox()
      const panel = await page.locator('.panel').boundingBox()
      expect(picture?.width).toBe(390)
      expect(panel?.y).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0))
      expect(await sideways()).toBe(0)
      await page.goto(`${email}/compare?with=CHROMEGMAILNEW&with=CHROMEYAHOO`)
      await untilSeen(page, '.layers', 2)
      expect(await page.locator('.pane:visible').count()).toBe(0)
      expect(await page.locator('.segments:visible [aria-current]').textContent()).toBe('Slide')
      await page.locator('#slide').fill('10')
      expect(await page.evaluate(`document.getElementById('layers').style.getPropertyValue('--at')`)).toBe(
        '10%',
      )
      expect(await sideways()).toBe(0)
      await page.context().close()
    },
    400_000,
  )

  itInLongRun(
    'says that it is reconnecting when the API dies, and completes when it is back',
    async () => {
      const page = await open()
      await page.goto(board.url)
      await page.locator('#source').fill(html)
      // Nothing is drawn before the API is gone.
      worker.process.kill('SIGSTOP')
      try {
        await page.getByRole('button', { name: 'Draw' }).click()
        await untilNextGrid(page)
        await page.locator('#live', { hasText: 'live' }).waitFor()
        api.process.kill('SIGKILL')
        await page.locator('#live', { hasText: 'reconnecting' }).waitFor()
      } finally {
        worker.process.kill('SIGCONT')
      }
      expect((await page.request.get(board.url)).status()).toBe(503)
      api = await services.startApi()
      await untilDrawn(page)
      await untilSeen(page, '.tile', codes.length)
      await page.context().close()
    },
    400_000,
  )

  itInLongRun(
    'shows another account nothing of an email, on no path',
    async () => {
      const guid = await drawnEmail()
      const deps = { db: services.database.db, clock: systemClock }
      const other = await createAccount(deps, { name: 'Another' })
      const stranger = { ...person, email: 'eve@example.test' }
      await createUser(deps, { accountId: other.id, ...stranger })
      const page = await open({ storageState: await signIn(stranger) })
      await page.goto(board.url)
      await page.locator('#source').fill(html)
      await page.getByRole('button', { name: 'Draw' }).click()
      const own = await untilNextGrid(page)
      const email = `${board.url}/emails/${guid}`
      for (const address of [
        email,
        ...['events', 'thumb', 'source', 'assets', 'redraw', 'clients', 'edit', 'shares', 'export.zip'].map(
          (name) => `${email}/${name}`,
        ),
        `${email}/change-counts?client=CHROMEGMAILNEW`,
        `${email}/previews/CHROMEGMAILNEW`,
        `${email}/compare?with=CHROMEGMAILNEW&with=PLAINTEXT`,
        `${board.url}/emails/${own}/compare?with=CHROMEGMAILNEW&with=${guid}:CHROMEGMAILNEW`,
      ])
        expect([address, (await page.request.get(address)).status()]).toEqual([address, 404])
      await page.goto(board.url)
      const formToken = await page.locator('#new-email input[name=form_token]').inputValue()
      for (const name of ['draw', 'redraw', 'clients', 'edit', 'delete', 'fetch-again', 'shares']) {
        const answer = await page.request.post(`${email}/${name}`, {
          form: { form_token: formToken, preview: 'CHROMEGMAILNEW', source: html },
          headers: { Origin: board.url },
        })
        expect([name, answer.status()]).toEqual([name, 404])
      }
      await page.context().close()
    },
    400_000,
  )

  itInLongRun(
    'ends a share link in the second that it was made for, and a revoked one at once, in every process',
    async () => {
      const guid = await drawnEmail()
      const otherApi = await services.startApi()
      const otherBoard = await services.startBoard({ API_INTERNAL_URL: otherApi.url })
      const both = (url: string) =>
        Promise.all([board, otherBoard].map((one) => statusOf(one.url + new URL(url).pathname)))
      const short = await call(`/emails/${guid}/shares`, 'POST', { expires_in_s: 8 })
      const endsAt = Date.parse(String(short.expires_at))
      await until('the last second has begun', () => Date.now() >= endsAt - 1_500)
      const last = await both(String(short.url))
      if (Date.now() < endsAt) expect(last).toEqual([200, 200])
      await until('it is over', () => Date.now() >= endsAt)
      expect(await both(String(short.url))).toEqual([410, 410])

      const long = await call(`/emails/${guid}/shares`, 'POST', {})
      expect(await both(String(long.url))).toEqual([200, 200])
      await call(`/shares/${String(long.share_id)}`, 'DELETE')
      expect(await both(String(long.url))).toEqual([410, 410])
    },
    400_000,
  )

  itInLongRun(
    'exports a ZIP file whose page a browser opens from the disk',
    async () => {
      const guid = await drawnEmail()
      const page = await open()
      await page.goto(`${board.url}/emails/${guid}`)
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Export' }).click()
      const file = path.join(folder.path, 'export.zip')
      await (await downloading).saveAs(file)
      await run('unzip', ['-tq', file])
      const target = path.join(folder.path, 'export')
      await run('unzip', ['-q', file, '-d', target])
      await page.goto(pathToFileURL(path.join(target, 'index.html')).href)
      await untilSeen(page, '.pictures', codes.length)
      expect(await page.locator('h1').textContent()).toBe(hostile)
      await page.context().close()
    },
    400_000,
  )
})
