import type { Database } from '@pas/db/database'
import { request } from 'undici'
import type { BrowserContext } from 'playwright'
import { openStream } from '../events/open-stream'
import { percentile, type Measured } from '../measure'
import { withOwnText } from '../newsletter'
import type { Stack } from '../stack'
import { openWatchedPage } from './watched-page'

const rounds = 4
const wantedMs = 400

/**
 * Measures how long a picture takes from its capture's row until it is painted in an open grid; and, for comparison,
 * until a client has the API's event and the small picture, which is the least that a page needs. Each round posts one
 * email for the page and one for the client.
 */
export async function measurePictures(
  stack: Stack,
  db: Database,
  context: BrowserContext,
  { html, codes }: { html: string; codes: readonly string[] },
): Promise<Measured> {
  const shown: number[] = []
  const fetched: number[] = []
  let largestShift = 0
  const watched = await openWatchedPage(context)
  const post = (): Promise<string> => stack.postEmail({ html_text: withOwnText(html) })
  const prefetch = async (guid: string): Promise<void> => {
    const { statusCode, body } = await request(`${stack.instantUrl}/emails/${guid}/previews/prefetch`, {
      method: 'POST',
      dispatcher: stack.dispatcher,
      headers: { authorization: stack.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ configurations: codes.map((client) => ({ client })) }),
    })
    await body.dump()
    if (statusCode !== 202) throw new Error(`prefetch answered ${statusCode}`)
  }
  // The first round warms up.
  for (let round = -1; round < rounds; round++) {
    const guid = await post()
    await prefetch(guid)
    await watched.page.goto(`${stack.boardUrl}/emails/${guid}`)
    const painted = await watched.untilPainted(codes.length)
    const capturedAt = await readCapturedAt(db, guid)
    if (round >= 0) for (const code of codes) shown.push((painted[code] ?? NaN) - (capturedAt[code] ?? NaN))
    largestShift = Math.max(largestShift, await watched.largestShift())

    const other = await post()
    const stream = await openStream(stack, other)
    await stream.next('snapshot')
    await prefetch(other)
    const rest: Promise<void>[] = []
    while (rest.length < codes.length) {
      const { data } = await stream.next('preview')
      rest.push(
        fetchPicture(stack, new URL('top450.png', String(data.thumb450_url)).href).then((at) => {
          if (round >= 0) fetched.push(at - Date.parse(String(data.captured_at)))
        }),
      )
    }
    await Promise.all(rest)
    stream.close()
  }
  await watched.page.close()
  const [p50, p95] = [percentile(shown, 50), percentile(shown, 95)]
  const bare = percentile(fetched, 50)
  return {
    figures: {
      'capture’s row to picture painted, p50 ms': p50,
      'capture’s row to picture painted, p95 ms': p95,
      'capture’s row to API’s event and small picture, p50 ms': bare,
      'largest layout shift while a grid fills': largestShift,
    },
    ratios: {
      'capture’s row to picture painted, p50 / 400 ms': { ratio: p50 / wantedMs, wanted: { atMost: 1 } },
      'picture painted / API’s event and small picture, p50': { ratio: p50 / bare, wanted: { atMost: 3 } },
      'largest layout shift': { ratio: largestShift, wanted: { atMost: 0 } },
    },
  }
}

async function fetchPicture(stack: Stack, url: string): Promise<number> {
  const { statusCode, body } = await request(url, { dispatcher: stack.dispatcher })
  await body.dump()
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
  return Date.now()
}

async function readCapturedAt(db: Database, guid: string): Promise<Partial<Record<string, number>>> {
  const rows = await db.preview.findMany({ where: { emailId: guid } })
  return Object.fromEntries(rows.map(({ emailClient, capturedAt }) => [emailClient, capturedAt?.getTime()]))
}
