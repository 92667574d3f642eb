import type { Language } from '@pas/pages/languages'
import { testVariable } from '@pas/testing/test-environment'
import { chromium, type Browser, type Page } from 'playwright'
import { loginTexts } from '../../src/login/login-texts'
import type { TestUser } from '../start-auth'

/** Starts a real browser. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: testVariable('CHROMIUM_PATH'), chromiumSandbox: false })
}

/** Opens the sign-in page that leads to the settings, and signs in. */
export async function signIn(
  page: Page,
  url: string,
  user: TestUser,
  language: Language = 'en',
): Promise<void> {
  await page.goto(`${url}/login?return_to=/settings/clients`)
  await fillIn(page, user, language)
  await page.waitForURL('**/settings/clients')
}

/** Fills in and sends the sign-in page that is shown. */
export async function fillIn(
  page: Page,
  user: Pick<TestUser, 'email' | 'password'>,
  language: Language = 'en',
): Promise<void> {
  const texts = loginTexts[language]
  await page.getByLabel(texts.email).fill(user.email)
  await page.getByLabel(texts.password).fill(user.password)
  await page.getByRole('button', { name: texts.signIn, exact: true }).click()
}

/** Opens the menu under the user's name. */
export const openMenu = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Account' }).locator('summary').click()
