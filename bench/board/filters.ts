import type { BrowserContext } from 'playwright'
import { percentile, type Measured } from '../measure'
import type { Stack } from '../stack'
import { openWatchedPage } from './watched-page'

const wantedMs = 50
const words = ['gmail', 'outlook', 'iphone', 'dark', 'yahoo']

/**
 * Measures how long a letter typed into the field that finds an email client takes until the grid is painted, once all
 * its pictures have been fetched.
 */
export async function measureFilters(stack: Stack, context: BrowserContext, guid: string): Promise<Measured> {
  const { page } = await openWatchedPage(context)
  await page.goto(`${stack.boardUrl}/emails/${guid}`)
  await page.evaluate(`Promise.all([...document.querySelectorAll('.tile img')].map((picture) => {
    picture.loading = 'eager'
    return picture.decode()
  }))`)
  await page.evaluate(`
    window.keys = []
    addEventListener('keydown', ({ timeStamp }) =>
      window.afterPaint(() => window.keys.push(performance.now() - timeStamp)), true)`)
  const find = page.locator('#find')
  await find.focus()
  for (const word of words) {
    for (const letter of word) await page.keyboard.press(letter)
    for (let left = word.length; left > 0; left--) await page.keyboard.press('Backspace')
  }
  const count = 2 * words.join('').length
  await page.waitForFunction(`window.keys.length >= ${count}`)
  const times = await page.evaluate<number[]>('window.keys')
  await page.close()
  return {
    figures: {
      'letter of the filter to paint, p50 ms': percentile(times, 50),
      'letter of the filter to paint, p95 ms': percentile(times, 95),
    },
    ratios: {
      'letter of the filter to paint, p95 / 50 ms': {
        ratio: percentile(times, 95) / wantedMs,
        wanted: { atMost: 1 },
      },
    },
  }
}
