import type { BrowserContext, CDPSession } from 'playwright'
import type { Measured } from '../measure'
import { memoryOf } from '../memory'
import type { Stack } from '../stack'
import { openWatchedPage } from './watched-page'

const emails = 200
const warmUps = 50
/** The service's memory is the mean after each of this many last emails, since V8 collects garbage when it chooses. */
const sampled = 10

/**
 * Measures memory during the work of about an hour: 200 emails handed in on the first page, one after the other, each
 * watched until its pictures are painted. Compares the page's JavaScript heap after garbage collection, and the
 * service's memory, after 50 emails and after 200.
 */
export async function measureHour(
  stack: Stack,
  context: BrowserContext,
  { html, codes }: { html: string; codes: readonly string[] },
): Promise<Measured> {
  const watched = await openWatchedPage(context)
  const { page } = watched
  const cdp = await context.newCDPSession(page)
  const pids = stack.processes.board ?? []
  const service: number[] = []
  const heaps: Record<number, PageMemory> = {}
  for (let email = 1; email <= emails; email++) {
    await page.goto(`${stack.boardUrl}/`)
    await page.locator('#source').fill(`${html}<p>email ${email}</p>`)
    await page.evaluate(
      `document.querySelectorAll('#ticks, #ticks details').forEach((details) => { details.open = true })`,
    )
    for (const code of codes) await page.locator(`input[name=client][value=${code}]`).check()
    await page.locator('#new-email .primary').click()
    await page.waitForURL('**/emails/*')
    await watched.untilPainted(codes.length)
    service.push(memoryOf(pids) / 2 ** 20)
    if (email === warmUps || email === emails) heaps[email] = await readPageMemory(cdp)
  }
  await page.close()
  const meanAt = (email: number): number =>
    service.slice(email - sampled, email).reduce((sum, mib) => sum + mib, 0) / sampled
  const figures: Record<string, number> = {}
  for (const email of [warmUps, emails]) {
    figures[`service after ${email} emails, MiB`] = meanAt(email)
    figures[`page’s heap after ${email} emails, MiB`] = heaps[email]?.heapMib ?? NaN
    figures[`page’s documents after ${email} emails`] = heaps[email]?.documents ?? NaN
  }
  const pageRatio = (heaps[emails]?.heapMib ?? NaN) / (heaps[warmUps]?.heapMib ?? NaN)
  return {
    figures,
    ratios: {
      'service’s memory, 200 emails / 50': {
        ratio: meanAt(emails) / meanAt(warmUps),
        wanted: { atMost: 1.15 },
      },
      'page’s heap, 200 emails / 50': { ratio: pageRatio, wanted: { atMost: 1.1 } },
    },
  }
}

interface PageMemory {
  heapMib: number
  documents: number
}

/** Reads the memory of the open document, and of earlier ones of the same tab that were not freed. */
async function readPageMemory(cdp: CDPSession): Promise<PageMemory> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { documents } = await cdp.send('Memory.getDOMCounters')
  return { heapMib: usedSize / 2 ** 20, documents }
}
