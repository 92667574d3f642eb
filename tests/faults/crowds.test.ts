import { isLongRun, itInLongRun } from '@pas/testing/long-run'
import type { ServiceProcess } from '../e2e/start-services'
import { until } from '../hostile/until'
import { browserClient, openFaultStage, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'
import { inSeconds, saySeen } from './say-seen'

/** Captures of one account that callers without a credential may have waiting: about a minute's work for one worker. */
const waitingLimit = 500
/** What may slip in beyond it: as many as the two processes have connections to the database (create-previews). */
const slippedIn = 2 * 10
const previewsAtOnce = 10_000
/** As many as a proxy in front lets through at a time; more than the account's share. */
const inFlight = 1_000
/** Email clients that each email is asked for in. */
const codesEach = 40

describe('many requests at once', () => {
  let stage: FaultStage
  let [first, second]: ServiceProcess[] = []
  beforeAll(async () => {
    // Theirs is half of it.
    const variables = { CAPTURES_WAITING: String(2 * waitingLimit), EMAILS_PER_MINUTE: '10000' }
    stage = await openFaultStage({ apis: 2, engines: 'chromium', variables })
    ;[first, second] = stage.apis
  }, 60_000)
  afterAll(() => stage?.close())
  afterEach(() => assertInvariants(stage, { patienceMs: 300_000 }), 300_000)

  const half = (index: number): ServiceProcess => (index % 2 ? first : second)!

  it('for one new preview, over two API processes, get one image, captured once', async () => {
    const { guid } = await stage.postEmail(half(0))
    const answers = await Promise.all(
      Array.from({ length: isLongRun ? 1_000 : 100 }, (_, index) => stage.askPreview(half(index), guid)),
    )
    const statuses = [...new Set(answers.map(({ status }) => status))]
    expect({ statuses, errors: stage.apis.flatMap(errorsOf) }).toEqual({ statuses: [301], errors: [] })
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
    const rows = await stage.services.database.db.preview.findMany({ where: { emailId: guid } })
    expect(rows).toMatchObject([{ emailClient: browserClient, status: 'captured', attempt: 1 }])
    saySeen(`${answers.length} requests at once`, `the last 301 after ${inSeconds(longest(answers))}`)
  }, 60_000)

  itInLongRun(
    'for different previews of one account fill its share and no more, and a quiet account is served meanwhile',
    async () => {
      const quiet = await stage.openAccount()
      const codes = await browserCodes(half(0))
      const guids: string[] = []
      while (guids.length * codes.length < previewsAtOnce) guids.push((await stage.postEmail(half(0))).guid)
      const waiting = (): Promise<number> =>
        stage.services.database.db.preview.count({
          where: { accountId: stage.services.accountId, status: { in: ['pending', 'capturing'] } },
        })

      const wanted = guids.flatMap((guid, index) => codes.map((code) => ({ guid, code, api: half(index) })))
      const loud = eachOf(wanted, inFlight, ({ guid, code, api }) => stage.askPreview(api, guid, code))
      let mostWaiting = 0
      await until('its share is full', async () => {
        mostWaiting = Math.max(mostWaiting, await waiting())
        return [mostWaiting >= waitingLimit, mostWaiting]
      })
      const email = await stage.postEmail(half(0), { account: quiet })
      const served = await stage.askPreview(half(1), email.guid)
      const stillWaiting = await waiting()
      mostWaiting = Math.max(mostWaiting, stillWaiting)
      const answers = await loud

      expect(served).toMatchObject({ status: 301 })
      // It overtook those who had asked before.
      expect(stillWaiting).toBeGreaterThan(0)
      expect(mostWaiting).toBeLessThanOrEqual(waitingLimit + slippedIn)
      // Beyond its share 429; what neither process can take in time 503.
      const refused = answers.filter(({ status }) => status === 429 || status === 503)
      expect(refused.length).toBeGreaterThanOrEqual(previewsAtOnce / 2)
      expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
      expect(longest(refused)).toBeLessThan(15_000)
      // Who waited longer than a long poll is asked to ask again.
      expect(answers.filter(({ status }) => ![301, 429, 503, 504].includes(status))).toEqual([])
      saySeen(
        `${answers.length} previews of one account`,
        `${mostWaiting} waited at most; ${countOf(answers, 429)} × 429 and ${countOf(answers, 503)} × 503, the slowest ${inSeconds(longest(refused))}; ` +
          `the quiet account's 301 after ${inSeconds(served.ms)}, with ${stillWaiting} of the other still waiting`,
      )
    },
    300_000,
  )
})

const longest = (answers: readonly { ms: number }[]): number => Math.max(...answers.map(({ ms }) => ms))

const countOf = (answers: readonly { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length

/** What it logged as an error. */
const errorsOf = ({ output }: ServiceProcess): string[] =>
  output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))

/** Does all of them, so many at a time. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  atATime: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const left = items.values()
  const results: Result[] = []
  const line = async (): Promise<void> => {
    for (const item of left) results.push(await act(item))
  }
  await Promise.all(Array.from({ length: atATime }, line))
  return results
}

/** Codes of email clients that a browser draws. */
async function browserCodes(api: ServiceProcess): Promise<string[]> {
  const headers = { 'X-Forwarded-Proto': 'https' }
  const response = await fetch(`${api.url}/v1/clients/configurations`, { headers })
  const all = (await response.json()) as Record<string, { engine: string }>
  const codes = Object.keys(all).filter((code) => all[code]?.engine === 'chromium')
  return codes.slice(0, codesEach)
}
