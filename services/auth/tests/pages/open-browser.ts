import { testVariable } from '@pas/testing/test-environment'
import { chromium, type Browser, type Page } from 'playwright'
import type { TestUser } from '../start-auth'

/** Starts a real browser. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: testVariable('CHROMIUM_PATH'), chromiumSandbox: false })
}

/** Opens the sign-in page and signs in. */
export async function signIn(page: Page, url: string, user: TestUser): Promise<void> {
  await page.goto(`${url}/login`)
  await fillIn(page, user)
  await page.waitForURL('**/settings/clients')
}

/** Fills in and sends the sign-in page that is shown. */
export async function fillIn(page: Page, user: TestUser): Promise<void> {
  await page.getByLabel('E-mail address').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
