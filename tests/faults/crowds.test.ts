import { configurationsBody } from '@pas/api-contract/clients'
import { isLongRun, itInLongRun } from '@pas/testing/long-run'
import { until } from '@pas/testing/until'
import type { ServiceProcess } from '../e2e/start-services'
import { browserClient, openFaultStage, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'
import { inSeconds, saySeen } from './say-seen'

/**
 * How many captures of one account callers without a credential may have waiting: about a minute's work for one worker.
 */
const waitingLimit = 500
/**
 * How far the count may exceed that limit: statements that run at the same time do not see each other's rows
 * (create-previews), and there are as many as the two processes have database connections.
 */
const slippedIn = 2 * 10
const previewsAtOnce = 10_000
/** Requests open at a time, as a proxy in front would let through; more than the account's share. */
const inFlight = 1_000
/** From how many addresses they come. One may have a quarter of `waitingLimit` waiting. */
const addresses = 8
/** In how many email clients each email is requested. */
const codesEach = 40

describe('many requests at once', () => {
  let stage: FaultStage
  let [first, second]: ServiceProcess[] = []
  beforeAll(async () => {
    // Callers without a credential may have half of CAPTURES_WAITING.
    const variables = { CAPTURES_WAITING: String(2 * waitingLimit), EMAILS_PER_MINUTE: '10000' }
    stage = await openFaultStage({ apis: 2, engines: 'chromium', variables })
    ;[first, second] = stage.apis
  }, 60_000)
  afterAll(() => stage?.close())
  afterEach(() => assertInvariants(stage, { patienceMs: 300_000 }), 300_000)

  const half = (index: number): ServiceProcess => (index % 2 ? first : second)!

  it('for one new preview, over two API processes, all get the same image, which is captured once', async () => {
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
    'for different previews of one account fill at most its share, and another account is served meanwhile',
    async () => {
      const quiet = await stage.openAccount()
      const codes = await browserCodes(half(0))
      const guids: string[] = []
      while (guids.length * codes.length < previewsAtOnce) guids.push((await stage.postEmail(half(0))).guid)
      const waiting = (): Promise<number> =>
        stage.services.database.db.preview.count({
          where: { accountId: stage.services.accountId, status: { in: ['pending', 'capturing'] } },
        })

      const wanted = guids.flatMap((guid, index) =>
        codes.map((code, last) => ({ guid, code, api: half(index), from: `192.0.2.${last % addresses}` })),
      )
      const loud = eachOf(wanted, inFlight, ({ guid, code, api, from }) =>
        stage.askPreview(api, guid, code, { from }),
      )
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
      // The quiet account's capture overtook captures that were requested before it.
      expect(stillWaiting).toBeGreaterThan(0)
      expect(mostWaiting).toBeLessThanOrEqual(waitingLimit + slippedIn)
      // Requests beyond the share get 429; requests that wait too long for a database connection get 503.
      const refused = answers.filter(({ status }) => status === 429 || status === 503)
      expect(refused.length).toBeGreaterThanOrEqual(previewsAtOnce / 2)
      expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
      expect(longest(refused)).toBeLessThan(15_000)
      // A request that waited for LONG_POLL_TIMEOUT_MS gets 504.
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

/**
 * The lines that a process logged as errors of requests. A scheduled job of the same second may go without a database
 * connection, as the crowd has them all; its next run does the work.
 */
const errorsOf = ({ output }: ServiceProcess): string[] =>
  output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"') && !line.includes('"job":'))

/** Runs `act` for all items, `atATime` at a time. The results are in the order in which they end. */
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

/** Some codes of email clients that chromium draws. */
async function browserCodes(api: ServiceProcess): Promise<string[]> {
  const headers = { 'X-Forwarded-Proto': 'https' }
  const response = await fetch(`${api.url}/v1/clients/configurations`, { headers })
  const all = configurationsBody.parse(await response.json())
  const codes = Object.keys(all).filter((code) => all[code]?.engine === 'chromium')
  return codes.slice(0, codesEach)
}
