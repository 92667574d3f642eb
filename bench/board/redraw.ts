import type { BrowserContext } from 'playwright'
import { openStream } from '../events/open-stream'
import { percentile, type Measured } from '../measure'
import { withOwnText } from '../newsletter'
import type { Stack } from '../stack'
import { openWatchedPage } from './watched-page'

const rounds = 3

/**
 * Measures drawing an email again on the board, from Ctrl+Enter to the last picture painted; and, for comparison, the
 * same captures through the API, from `POST /emails` to the event that says that all are drawn. In turns, each time
 * with another text.
 */
export async function measureRedraw(
  stack: Stack,
  context: BrowserContext,
  { html, codes }: { html: string; codes: readonly string[] },
): Promise<Measured> {
  const board: number[] = []
  const api: number[] = []
  const watched = await openWatchedPage(context)
  const { page } = watched
  const configurations = codes.map((client) => ({ client }))
  const changed = (): string => withOwnText(html)
  let guid = await stack.postEmail({ html_text: changed(), configurations })
  // The first round warms up.
  for (let round = -1; round < rounds; round++) {
    await page.goto(`${stack.boardUrl}/emails/${guid}/redraw`)
    await page.locator('#source').fill(changed())
    await page.locator('#source').focus()
    const sentAt = Date.now()
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(
      (url) => /\/emails\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(guid),
    )
    const painted = await watched.untilPainted(codes.length)
    if (round >= 0) board.push(Math.max(...Object.values(painted)) - sentAt)
    guid = new URL(page.url()).pathname.split('/')[2] ?? ''

    const askedAt = Date.now()
    const other = await stack.postEmail({ html_text: changed(), configurations })
    const stream = await openStream(stack, other)
    const { data, at } = await stream.next('snapshot')
    const doneAt = data.complete === true ? at : (await stream.next('complete')).at
    stream.close()
    if (round >= 0) api.push(doneAt - askedAt)
  }
  await page.close()
  const [ours, bare] = [percentile(board, 50), percentile(api, 50)]
  return {
    figures: {
      'redraw of 12 email clients on the board, p50 ms': ours,
      'the same captures through the API, p50 ms': bare,
    },
    ratios: { 'redraw / the same captures through the API': { ratio: ours / bare, wanted: { atMost: 1.3 } } },
  }
}
