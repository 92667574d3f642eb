import { createAccount } from '@pas/accounts/create-account'
import { findEmailClientChoice } from '@pas/accounts/email-client-choice'
import { createOneTimeLink } from '@pas/accounts/one-time-links'
import { signSettingsLink } from '@pas/accounts/settings-link'
import { emailClients } from '@pas/email-clients/catalogue'
import type { Browser, BrowserContext, Page } from 'playwright'
import { authorizePath } from '../oauth-flow'
import { startAuth, type TestAuth, type TestUser } from '../start-auth'
import { fillIn, openBrowser, openMenu, signIn } from './open-browser'

describe('a person with a browser', () => {
  let auth: TestAuth
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let user: TestUser

  beforeAll(async () => {
    auth = await startAuth({ limits: { signInFailuresPerAddress: 1_000 } })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await auth.close()
  })
  beforeEach(async () => {
    user = await auth.createUser()
    await open()
  })
  afterEach(() => context.close())

  async function open(options: { javaScriptEnabled?: boolean } = {}): Promise<void> {
    context = await browser.newContext({ ignoreHTTPSErrors: true, ...options })
    page = await context.newPage()
    page.setDefaultTimeout(10_000)
  }

  const chosen = () => findEmailClientChoice(auth, user.id)
  const heading = () => page.getByRole('heading', { level: 1 }).textContent()

  it('signs in after a mistake, chooses email clients, and signs out', async () => {
    await page.goto(auth.url)
    expect(await page.title()).toBe('Sign in · Partner Access')
    await fillIn(page, { ...user, password: 'mistyped' })
    expect(await page.getByRole('alert').textContent()).toContain('is not right')
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(user.email)
    await fillIn(page, user)
    await page.waitForURL('**/settings/clients')

    for (const box of await page.getByRole('checkbox', { name: /·/ }).all()) await box.uncheck()
    await page.getByRole('checkbox', { name: 'PLAINTEXT' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.getByText('Saved.').isVisible()).toBe(true)
    expect(await chosen()).toEqual(['PLAINTEXT'])

    await page.getByRole('button', { name: 'Use the popular set' }).click()
    await page.getByText('The popular set is used from now on.').waitFor()
    expect(await chosen()).toBeNull()

    await openMenu(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    await page.goto(`${auth.url}/settings/clients`)
    expect(await heading()).toBe('Sign in')
  })

  it('does all of it without JavaScript', async () => {
    await context.close()
    await open({ javaScriptEnabled: false })
    await signIn(page, auth.url, user)
    expect(await page.getByRole('searchbox').count()).toBe(0)
    expect(await page.getByLabel('Only ticked').isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: /^Tick/ }).count()).toBe(0)
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('no email client is ticked')
    await page.getByRole('checkbox', { name: 'PLAINTEXT' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await chosen()).toEqual(['PLAINTEXT'])
  })

  it('does it with only the keyboard', async () => {
    await page.goto(auth.url)
    await page.locator('input[name=email]:focus').waitFor()
    await page.keyboard.type(user.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(user.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/clients')

    await page.keyboard.press('Tab')
    expect(await focusedText()).toBe('Skip to content')
    await page.keyboard.press('Enter')
    const before = new Set(auth.config.defaultEmailClients)
    await tabTo('PLAINTEXT')
    await page.keyboard.press('Space')
    await tabTo('Save')
    await page.keyboard.press('Enter')
    await page.getByText('Saved.').waitFor()
    before.delete('PLAINTEXT')
    expect(await chosen()).toEqual([...before].sort())

    await tabTo('Ada Person')
    await page.keyboard.press('Enter')
    await tabTo('Sign out')
    await page.keyboard.press('Space')
    await page.getByText('You are signed out.').waitFor()
  })

  /** The label or value of the focused element. */
  const focusedText = () =>
    page.evaluate<string>('document.activeElement.value || document.activeElement.textContent')

  async function tabTo(text: string): Promise<void> {
    const passed: string[] = []
    while (passed.at(-1) !== text && passed.at(-1) !== text.toLowerCase()) {
      if (passed.length > 200) throw new Error(`The focus never came to '${text}': ${passed.join(', ')}`)
      await page.keyboard.press('Tab')
      passed.push((await focusedText()).trim())
      const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')
      expect(outline).not.toBe('none')
    }
  }

  it('finds email clients by search, ticks what it found of a section, and keeps the choice of hidden boxes', async () => {
    await signIn(page, auth.url, user)
    const boxes = page.getByRole('checkbox', { name: /·/ })
    await page
      .getByText(`${auth.config.defaultEmailClients.length} of ${emailClients.length} ticked`)
      .waitFor()

    const search = page.getByRole('searchbox')
    await search.fill('g suite EDGE')
    expect(await boxes.count()).toBe(1)
    expect(await page.getByText('1 found').isVisible()).toBe(true)
    await search.press('Enter')
    await search.fill('no such thing')
    expect(await boxes.count()).toBe(0)
    expect(await page.getByText('No email client is called that.').isVisible()).toBe(true)

    await search.fill('samsung android 13')
    await page.getByRole('button', { name: 'Tick all: Samsung Email' }).click()
    const popular = auth.config.defaultEmailClients
    await page.getByText(`${popular.length + 2} of ${emailClients.length} ticked · not saved yet`).waitFor()
    await page.getByRole('button', { name: 'Tick none: Popular' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await chosen()).toEqual([...popular, 'ANDROIDSAMSUNG13', 'ANDROIDSAMSUNG13DARK'].sort())
  })

  it('shows only the ticked email clients, also one that was unticked meanwhile, and folds the sections again', async () => {
    await signIn(page, auth.url, user)
    const boxes = page.getByRole('checkbox', { name: /·/ })
    await page.getByText('Samsung Email', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'ANDROIDSAMSUNG6' }).check()
    await page.getByText('Samsung Email', { exact: true }).click()
    const ticked = auth.config.defaultEmailClients.length + 1
    expect(await boxes.count()).toBe(ticked - 1)
    await page.getByLabel('Only ticked').check()
    expect(await boxes.count()).toBe(ticked)
    await page.getByRole('checkbox', { name: 'ANDROIDSAMSUNG6' }).uncheck()
    expect(await boxes.count()).toBe(ticked)
    await page.getByLabel('Only ticked').uncheck()
    expect(await page.getByRole('checkbox', { name: 'ANDROIDSAMSUNG6' }).isVisible()).toBe(false)
  })

  it('is warned before ticks are lost, and not when they are saved or as they were', async () => {
    await signIn(page, auth.url, user)
    const warnings: string[] = []
    page.on('dialog', (dialog) => {
      warnings.push(dialog.type())
      void dialog.dismiss()
    })
    const box = page.getByRole('checkbox', { name: 'PLAINTEXT' })
    await box.uncheck()
    await page.getByText('not saved yet').waitFor()
    await openMenu(page)
    await page.getByRole('link', { name: 'Applications' }).click()
    expect(warnings).toEqual(['beforeunload'])
    expect(await heading()).toBe('Email clients to test with')
    await box.check()
    await page.getByText('not saved yet').waitFor({ state: 'detached' })
    await openMenu(page)
    await page.getByRole('link', { name: 'Applications' }).click()
    await page.waitForURL('**/settings/applications')

    await page.goBack()
    await box.uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(warnings).toEqual(['beforeunload'])
  })

  it('follows a settings link of a sub-account’s user, and switches to that user without a password', async () => {
    const child = await auth.createUser(
      (await createAccount(auth, { name: 'Sub-account', parentId: auth.accountId })).id,
    )
    const link = await signSettingsLink(auth, child.id)
    await signIn(page, auth.url, user)
    await page.goto(`${auth.url}/settings/clients?link=${link}`)
    expect(await heading()).toBe('Switch user?')
    expect(await page.getByRole('definition').allTextContents()).toEqual([
      expect.stringContaining(user.email) as string,
      expect.stringContaining(child.email) as string,
    ])
    await page.getByRole('button', { name: /^Switch to/ }).click()
    await page.waitForURL('**/settings/clients?link=*')
    const bar = page.getByRole('complementary', { name: 'Acting for another user' })
    expect(await bar.textContent()).toContain(
      'You act as Ada Person of Sub-account. You are signed in as Ada Person of Test Account.',
    )
    await page.getByRole('checkbox', { name: 'PLAINTEXT' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await findEmailClientChoice(auth, child.id)).not.toBeNull()
    expect(await chosen()).toBeNull()

    await page.getByRole('button', { name: 'Back to Ada Person' }).click()
    await page.getByText('You have not chosen yet').waitFor()
    expect(await bar.count()).toBe(0)
    await page.goto(`${auth.url}/logout`)
    expect(await page.getByText(user.email).isVisible()).toBe(true)
  })

  it('acts for a sub-account’s user, and answers a consent page as themselves, with only the keyboard', async () => {
    const account = await createAccount(auth, { name: 'Sub-account', parentId: auth.accountId })
    const child = await auth.createUser(account.id)
    await signIn(page, auth.url, user)
    await page.goto(`${auth.url}/switch?search=${child.email}`)
    await tabTo('Switch')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/clients')
    await page.goto(`${auth.url}${authorizePath(auth)}`)
    expect(await heading()).toBe('Allow Partner to act for Ada Person?')
    await tabTo('switch_back')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Allow Partner to act for you?' }).waitFor()
    expect(await page.getByText(child.email).count()).toBe(0)
  })

  it('goes back to being themselves without JavaScript', async () => {
    await context.close()
    await open({ javaScriptEnabled: false })
    const account = await createAccount(auth, { name: 'Sub-account', parentId: auth.accountId })
    const child = await auth.createUser(account.id)
    await signIn(page, auth.url, user)
    await page.goto(`${auth.url}/switch?search=${child.email}`)
    await page.getByRole('button', { name: 'Switch to Ada Person' }).click()
    await page.goto(`${auth.url}${authorizePath(auth)}`)
    await page.getByRole('button', { name: 'Back to Ada Person' }).click()
    await page.getByRole('heading', { name: 'Allow Partner to act for you?' }).waitFor()
    expect(await page.getByText(user.email).isVisible()).toBe(true)
  })

  it('follows a settings link of an unrelated user, and signs in as that user', async () => {
    const stranger = await auth.createUser((await createAccount(auth, { name: 'Elsewhere' })).id)
    const link = await signSettingsLink(auth, stranger.id)
    await signIn(page, auth.url, user)
    await page.goto(`${auth.url}/settings/clients?link=${link}`)
    await page.getByRole('button', { name: /^Sign in as/ }).click()
    await fillIn(page, stranger)
    await page.waitForURL('**/settings/clients?link=*')
    expect(await heading()).toBe('Email clients to test with')
  })

  it('chooses a password with a link that the operator gave, and changes it, without JavaScript and by keyboard', async () => {
    await context.close()
    await open({ javaScriptEnabled: false })
    const { token } = await createOneTimeLink(auth, { userId: user.id, purpose: 'invite', language: 'en' })
    await page.goto(`${auth.url}/password/choose?link=${token}`)
    await page.locator('#new-password:focus').waitFor()
    await page.keyboard.type('short')
    await page.keyboard.press('Tab')
    await page.keyboard.type('short')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('alert').textContent()).toContain('too short')
    const first = 'correct horse battery'
    for (const key of [first, 'Tab', first, 'Enter'])
      await (key === first ? page.keyboard.type(key) : page.keyboard.press(key))
    await page.getByText('Your new password is set.').waitFor()
    await fillIn(page, { ...user, password: first })
    await page.waitForURL('**/settings/clients')

    await openMenu(page)
    await page.getByRole('link', { name: 'Password' }).click()
    await page.getByLabel('Current password').fill(first)
    await page.getByLabel('New password', { exact: true }).fill('another good password')
    await page.getByLabel('New password again').fill('another good password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed.').waitFor()
    await openMenu(page)
    await page.getByRole('link', { name: 'Applications' }).click()
    expect(await heading()).toBe('Connected applications')
  })

  it('disconnects an application', async () => {
    const { id } = await auth.db.oauthApplication.findFirstOrThrow()
    const at = auth.clock.now()
    await auth.db.consent.create({
      data: { userId: user.id, oauthApplicationId: id, scope: 'full', createdAt: at },
    })
    const family = await auth.db.tokenFamily.create({
      data: { userId: user.id, oauthApplicationId: id, scope: 'full', createdAt: at, expiresAt: at },
    })
    await signIn(page, auth.url, user)
    await openMenu(page)
    await page.getByRole('link', { name: 'Applications' }).click()
    await page.getByRole('button', { name: 'Disconnect Partner' }).click()
    await page.getByText('Disconnected.').waitFor()
    expect(await page.getByText('No application acts for you.').isVisible()).toBe(true)
    expect((await auth.db.tokenFamily.findUniqueOrThrow({ where: { id: family.id } })).revokedAt).toEqual(at)
  })

  it('sends a form of a page that was open during a sign-in in another tab: is asked to reload it, and can', async () => {
    await signIn(page, auth.url, user)
    const otherTab = await context.newPage()
    await otherTab.goto(`${auth.url}/logout`)
    await otherTab.getByRole('button', { name: 'Sign out' }).click()
    await signIn(otherTab, auth.url, user)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Go back, load the page again').waitFor()
    await page.getByRole('link', { name: 'Go to your settings' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
  })
})
