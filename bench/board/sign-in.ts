import { createSignInLink } from '@pas/accounts/sign-in-links'
import type { Database } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { chromium, type Browser, type BrowserContext } from 'playwright'
import { findChromiumProgram } from '../../services/render-worker/src/engines/chromium/chromium-process'
import type { Stack } from '../stack'

/** A browser in which the demo's user is signed in to the board. */
export interface SignedInBrowser {
  browser: Browser
  /** Its window is tall enough for two rows of a grid. */
  context: BrowserContext
  /** The `Cookie` header that the browser sends to the board. */
  cookie: string
}

/** Starts Chromium, and signs the demo's user in by a one-time link. */
export async function signInToBoard(stack: Stack, db: Database): Promise<SignedInBrowser> {
  const browser = await chromium.launch({
    executablePath: findChromiumProgram(process.env.CHROMIUM_PATH ?? null) ?? '',
    chromiumSandbox: false,
  })
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    // Playwright's waitForFunction evaluates a string, which the pages' content security policy forbids.
    bypassCSP: true,
    viewport: { width: 1280, height: 1000 },
  })
  const page = await context.newPage()
  // The demo's user is the stack's only one.
  const { id } = await db.user.findFirstOrThrow()
  const link = await createSignInLink({ db, clock: systemClock }, id)
  await page.goto(`${stack.boardUrl}/signin?link=${link}`)
  if (new URL(page.url()).origin !== new URL(stack.boardUrl).origin)
    throw new Error(`The sign-in ended at ${page.url()}`)
  await page.close()
  const cookies = await context.cookies(stack.boardUrl)
  return { browser, context, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}
