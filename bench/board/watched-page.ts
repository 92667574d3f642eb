import type { BrowserContext, Page } from 'playwright'

/** When each tile's picture was painted, as `Date.now()` gives it. Key: the tile's, such as `GMAILNEW`. */
type Painted = Readonly<Record<string, number>>

/** A page that notes when the tiles of a grid show their pictures, and how far its layout moves. */
export interface WatchedPage {
  page: Page
  /** Resolves once so many of the grid's tiles show their pictures. */
  untilPainted(count: number): Promise<Painted>
  /** The value of the largest single `layout-shift` entry of the open document, those after user input included. */
  largestShift(): Promise<number>
}

/**
 * The script that runs in each document before its own. `afterPaint` acts after the next frame is painted: an animation
 * frame callback runs before the paint, and the message that it posts is handled after it.
 */
const watch = `
  window.painted = {}
  window.largestShift = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.largestShift = Math.max(window.largestShift, value)
  }).observe({ type: 'layout-shift', buffered: true })
  window.afterPaint = (act) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = act
    port2.postMessage(null)
  })
  document.addEventListener('load', ({ target }) => {
    const tile = target instanceof HTMLImageElement && target.closest('.tile')
    if (tile) window.afterPaint(() => { window.painted[tile.querySelector('a').id] = Date.now() })
  }, true)
`

/** Opens a page in the browser of a signed-in user. */
export async function openWatchedPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage()
  await page.addInitScript(watch)
  return {
    page,
    untilPainted: async (count) => {
      await page.waitForFunction(`Object.keys(window.painted ?? {}).length >= ${count}`, null, {
        polling: 100,
        timeout: 120_000,
      })
      return page.evaluate<Painted>('window.painted')
    },
    largestShift: () => page.evaluate<number>('window.largestShift'),
  }
}
