import { readdirSync } from 'node:fs'
import path from 'node:path'
import { request } from 'undici'
import { percentile, type Measured } from '../measure'
import { ownProcessorTime } from '../processor-time'
import type { Stack } from '../stack'

const wantedMs = 60
const wantedPageKib = 12
const wantedScriptsKib = 25
const rounds = 5
const perRound = 10

/** Where the build puts the scripts of the board's pages. */
const scriptFolder = path.join(__dirname, '..', '..', 'services', 'board', 'dist', 'browser')

/** How long the headers of an answer took, and the size of its body as it was sent, compressed or not. */
interface Came {
  ms: number
  bytes: number
}

/**
 * Measures how long the first byte of an email's grid takes, compared with the API's list of the same previews and with
 * a page of the board that lists nothing, all through the same HTTP agent; and how many bytes a browser gets. `cookie`
 * is the `Cookie` header of a signed-in user.
 */
export async function measureFirstByte(stack: Stack, guid: string, cookie: string): Promise<Measured> {
  const { boardUrl, instantUrl } = stack
  const kinds = {
    grid: () => ask(stack, `${boardUrl}/emails/${guid}`, asBrowser(cookie)),
    list: () => ask(stack, `${instantUrl}/emails/${guid}/previews`),
    empty: () => ask(stack, `${boardUrl}/shares`, asBrowser(cookie)),
  }
  const times: Record<keyof typeof kinds, number[]> = { grid: [], list: [], empty: [] }
  // In turns, so that other work of the machine slows each kind equally; the first round warms up.
  for (let round = -1; round < rounds; round++) {
    for (const kind of ['grid', 'list', 'empty'] as const) {
      for (let turn = 0; turn < perRound; turn++) {
        const { ms } = await kinds[kind]()
        if (round >= 0) times[kind].push(ms)
      }
    }
  }
  const processorMs = await measureProcessorTime(stack, kinds.grid)
  const page = await kinds.grid()
  let scriptBytes = 0
  for (const name of readdirSync(scriptFolder))
    scriptBytes += (await ask(stack, `${boardUrl}/assets/${name}`, asBrowser(cookie))).bytes
  const [grid, list, empty] = [
    percentile(times.grid, 50),
    percentile(times.list, 50),
    percentile(times.empty, 50),
  ]
  const pageKib = page.bytes / 1024
  const scriptsKib = scriptBytes / 1024
  return {
    figures: {
      'grid of 137, first byte p50 ms': grid,
      'grid of 137, first byte p95 ms': percentile(times.grid, 95),
      'API’s list of them, first byte p50 ms': list,
      'page that lists nothing, first byte p50 ms': empty,
      'grid of 137, processor ms of the board': processorMs.board,
      'grid of 137, processor ms of the API': processorMs.api,
      'grid of 137, HTML as sent KiB': pageKib,
      'all scripts as sent KiB': scriptsKib,
    },
    ratios: {
      'first byte of the grid, p50 / 60 ms': { ratio: grid / wantedMs, wanted: { atMost: 1 } },
      'first byte of the grid / list + page that lists nothing': {
        ratio: grid / (list + empty),
        wanted: { atMost: 2 },
      },
      'HTML of the grid / 12 KiB': { ratio: pageKib / wantedPageKib, wanted: { atMost: 1 } },
      'all scripts / 25 KiB': { ratio: scriptsKib / wantedScriptsKib, wanted: { atMost: 1 } },
    },
  }
}

/**
 * Processor milliseconds of the board and of the API for each request; other work of the machine hardly changes them.
 */
async function measureProcessorTime(
  { processes }: Stack,
  askOnce: () => Promise<unknown>,
): Promise<{ board: number; api: number }> {
  const read = (name: string): number =>
    (processes[name] ?? []).reduce((sum, pid) => sum + ownProcessorTime(pid), 0)
  const before = { board: read('board'), api: read('api') }
  for (let turn = 0; turn < rounds * perRound; turn++) await askOnce()
  const each = (name: 'board' | 'api'): number => (read(name) - before[name]) / (rounds * perRound)
  return { board: each('board'), api: each('api') }
}

/** The headers that a browser sends when its user opens a page's address. */
const asBrowser = (cookie: string): Record<string, string> => ({
  cookie,
  accept: 'text/html',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'sec-fetch-site': 'none',
  'sec-fetch-dest': 'document',
})

/** Resolves once the whole answer has come. Rejects unless it is a 200. */
async function ask(stack: Stack, url: string, headers: Record<string, string> = {}): Promise<Came> {
  const startedAt = performance.now()
  const { statusCode, body } = await request(url, { dispatcher: stack.dispatcher, headers })
  const ms = performance.now() - startedAt
  let bytes = 0
  for await (const chunk of body) bytes += (chunk as Buffer).length
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
  return { ms, bytes }
}
