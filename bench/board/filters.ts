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
  let pressed = 0
  // Waits for the paint after each key, so that no time includes the work for the key before.
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key)
    pressed++
    await page.waitForFunction(`window.keys.length >= ${pressed}`)
  }
  for (const word of words) {
    for (const letter of word) await press(letter)
    for (let left = word.length; left > 0; left--) await press('Backspace')
  }
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
