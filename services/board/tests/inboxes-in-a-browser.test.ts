import { createAccount } from '@pas/accounts/create-account'
import { until } from '@pas/testing/until'
import type { Browser, Page } from 'playwright'
import { message, textPart } from '../../api/tests/messages'
import { receiveMail } from '../../api/tests/receive-mail'
import { fillIn, openBrowser } from '../../auth/tests/pages/open-browser'
import { startBoard, type TestBoard } from './start-board'

describe('an inbox in a browser', () => {
  let board: TestBoard
  let browser: Browser
  let accountId: number
  let page: Page

  beforeAll(async () => {
    board = await startBoard()
    await board.api.pretendServed('chromium')
    await board.api.pretendServed('text')
    browser = await openBrowser()
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await board.close()
  })
  beforeEach(async () => {
    accountId = (await createAccount(board.auth, { name: 'App' })).id
    const user = await board.auth.createUser(accountId, 'admin')
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    page = await context.newPage()
    await page.goto(`${board.url}/inboxes`)
    await fillIn(page, user)
    await page.waitForURL(`${board.url}/inboxes`)
  })
  afterEach(() => page.context().close())

  const receive = (inbox: string, subject: string) =>
    receiveMail(
      { ...board.api, accountId },
      { inbox, message: message(textPart('x'), `Subject: ${subject}`, 'To: a@x.example') },
    )
  const isLive = () => page.locator('#live[data-state=live]').waitFor()
  const setHidden = (isHidden: boolean) =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)

  it('shows the first mail of all in place of the recipes', async () => {
    await page.locator('#recipe-nodemailer').waitFor()
    await isLive()
    await receive('staging', 'The first')
    await page.locator('.mails .unread', { hasText: 'The first' }).waitFor()
    expect(page.url()).toBe(`${board.url}/inboxes?inbox=staging`)
    expect(await page.locator('h1').textContent()).toBe('staging')
    expect(await page.title()).toContain('staging')
  })

  it('shows twenty mails as they come, newest first, without a reload and without taking the focus', async () => {
    await receive('staging', 'Before')
    await page.goto(`${board.url}/inboxes?inbox=staging`)
    await isLive()
    await page.evaluate('window.isSamePage = true')
    await page.locator('.mails a').first().focus()
    for (let number = 1; number <= 20; number++)
      await receive(number % 4 ? 'staging' : 'other', `Mail ${number}`)
    await until(async () => (await page.locator('.mails li').count()) === 16)
    expect(await page.locator('.mails .subject').first().textContent()).toBe('Mail 19')
    expect(await page.locator('.mails a:focus .subject').textContent()).toBe('Before')
    await until(
      async () => (await page.locator('#inbox-other .count').textContent())?.startsWith('5') ?? false,
    )
    expect(await page.locator('#inbox-staging .count').textContent()).toMatch(/^16/)
    expect(await page.locator('#came').textContent()).toMatch(/^New mail: \d+$/)
    expect(await page.evaluate('window.isSamePage')).toBe(true)
  })

  it('shows mail on the first page, too, while a source is being typed', async () => {
    await receive('staging', 'Before')
    await page.goto(`${board.url}/`)
    await isLive()
    await page.locator('#source').fill('<p>Typed')
    await receive('staging', 'The next')
    await page.locator('#emails li', { hasText: 'The next' }).waitFor()
    await until(
      async () => (await page.locator('#inbox-staging .count').textContent())?.startsWith('2') ?? false,
    )
    expect(await page.locator('#emails li').count()).toBe(2)
    expect(await page.locator('#source').inputValue()).toBe('<p>Typed')
    await page.locator('#inbox-staging a').click()
    await page.waitForURL(`${board.url}/inboxes?inbox=staging`)
  })

  it('waits for mail only while it is looked at', async () => {
    await receive('staging', 'Before')
    await page.goto(`${board.url}/inboxes?inbox=staging`)
    await until(() => board.api.waitingPlaces.size === 1)
    await setHidden(true)
    await until(() => board.api.waitingPlaces.size === 0)
    await receive('staging', 'Meanwhile')
    await setHidden(false)
    await page.locator('.mails .unread', { hasText: 'Meanwhile' }).waitFor()
    await until(() => board.api.waitingPlaces.size === 1)
    await receive('staging', 'After')
    await page.locator('.mails .unread', { hasText: 'After' }).waitFor()
  })

  it('goes on after the board was away', async () => {
    await receive('staging', 'Before')
    await page.goto(`${board.url}/inboxes?inbox=staging`)
    await isLive()
    await page.route('**/inboxes/news*', (route) => route.abort())
    await receive('staging', 'Meanwhile')
    await page.locator('#live[data-state=reconnecting]').waitFor()
    await page.unroute('**/inboxes/news*')
    await isLive()
    await receive('staging', 'After')
    await page.locator('.mails .unread', { hasText: 'After' }).waitFor()
  })

  it('copies a recipe, and leads from a mail by keys to its pictures', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const django = page.locator('.recipe', { hasText: 'Django' })
    await django.locator('button').click()
    await django.locator('button', { hasText: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain("EMAIL_HOST_USER = 'my-app'")
    const { id } = await receive('staging', 'Drawn')
    await page.locator('.mails a').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/emails/${id}`)
    await page.locator('.tile[data-status=waiting]').first().waitFor()
  })
})
