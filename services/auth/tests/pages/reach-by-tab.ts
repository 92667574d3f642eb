import type { Page } from 'playwright'

/** Links, buttons and fields that are shown; of a group of radio buttons Tab reaches only one. */
const controls = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((one) =>
  one.checkVisibility({ visibilityProperty: true }) && !one.disabled && !['hidden', 'radio'].includes(one.type))`

/** Remembers what gets the focus, and what of it does not show that. */
const watchFocus = `(() => {
  document.activeElement.blur()
  window.reached = new Set()
  window.faint = new Set()
  addEventListener('focusin', ({ target: one }) => {
    if (one.type === 'radio') return
    window.reached.add(one)
    const isSeen = [one, one.closest('label'), one.closest('.tile'), one.parentElement].some((shown) => {
      const { outlineStyle, boxShadow } = shown ? getComputedStyle(shown) : { outlineStyle: 'none', boxShadow: 'none' }
      return outlineStyle !== 'none' || boxShadow !== 'none'
    })
    if (!isSeen) window.faint.add(one)
  })
  return ${controls}.length
})()`

/**
 * Presses Tab through a page. Resolves to the HTML of what cannot be reached so, and of what does not show that it has
 * the focus.
 */
export async function reachByTab(page: Page): Promise<{ missed: string[]; faint: string[] }> {
  const presses = await page.evaluate<number>(watchFocus)
  // A page with a focus of its own is gone through from there, and from its beginning.
  for (let press = 0; press < presses + 20; press++) await page.keyboard.press('Tab')
  return page.evaluate(`({
    missed: ${controls}.filter((one) => !window.reached.has(one)).map((one) => one.outerHTML),
    faint: [...window.faint].map((one) => one.outerHTML),
  })`)
}

/**
 * What is wrong with a page that is shown without JavaScript: other than one heading, sideways scrolling, or a button
 * that only a script could serve. Empty for none.
 */
export async function faultsWithoutScripts(page: Page): Promise<string[]> {
  const headings = await page.locator('h1:visible').count()
  const sideways = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  const dead = await page.locator('button[type=button]:visible').allTextContents()
  return [
    ...(headings === 1 ? [] : [`${headings} headings`]),
    ...(sideways === 0 ? [] : [`${sideways} px sideways`]),
    ...dead.map((text) => `dead button: ${text}`),
  ]
}
