import { setTimeout as pause } from 'node:timers/promises'
import { claimCapture } from '@pas/captures/claim-capture'
import { createPreviews } from '@pas/captures/create-previews'
import { findEmail } from '@pas/emails/find-emails'
import { systemClock } from '@pas/runtime/clock'
import { percentile, type Measured } from '@pas/testing/measure'
import { capturedColumns } from '@pas/testing/preview-columns'
import { askCapture } from './ask-captures'
import type { Dose } from './dose'
import type { Installation } from './installation'
import { loadRows } from './load-rows'
import { measureRetention } from './retention'

/** No worker takes its jobs. */
const noEngine = 'none'
const warmUps = 20
/** The best of some rounds, as the machine may do other work. */
const rounds = 3

/** Medians in milliseconds. */
interface CallTimes {
  insert: number
  claim: number
  redirect: number
}

/** The same calls before and after the load, then a day's retention. */
export async function measureRows(installation: Installation, dose: Dose): Promise<Measured> {
  const empty = await timeRounds(installation, dose)
  const apis = installation.roots().api ?? []
  // Its scheduled jobs would read the whole table while it has no indexes.
  for (const pid of apis) process.kill(pid, 'SIGSTOP')
  const loaded = await loadRows(installation, dose).finally(() => {
    for (const pid of apis) process.kill(pid, 'SIGCONT')
  })
  // Postgres still writes what was loaded.
  await pause(dose.settleSeconds * 1_000)
  const full = await timeRounds(installation, dose)
  const names = Object.keys(empty) as (keyof CallTimes)[]
  const retention = await measureRetention(installation, dose, loaded)
  return {
    figures: {
      'rows: loaded': loaded.rows,
      'rows: GB of the table and its indexes': loaded.bytes / 1e9,
      'rows: bytes a row': loaded.bytes / loaded.rows,
      'rows: seconds to load': loaded.seconds,
      ...Object.fromEntries(
        names.flatMap((name) => [
          [`rows: ${name} while empty, p50 ms`, empty[name]],
          [`rows: ${name} when loaded, p50 ms`, full[name]],
        ]),
      ),
      ...retention.figures,
    },
    ratios: {
      ...Object.fromEntries(
        names.map((name) => [
          `rows: ${name}, loaded / empty`,
          { ratio: full[name] / empty[name], wanted: { atMost: 1.2 } },
        ]),
      ),
      ...retention.ratios,
    },
  }
}

async function timeRounds(installation: Installation, dose: Dose): Promise<CallTimes> {
  const best = { insert: Infinity, claim: Infinity, redirect: Infinity }
  for (let round = 0; round < rounds; round++) {
    const times = await timeCalls(installation, dose)
    for (const name of Object.keys(best) as (keyof CallTimes)[])
      best[name] = Math.min(best[name], times[name])
  }
  return best
}

async function timeCalls(installation: Installation, dose: Dose): Promise<CallTimes> {
  const { db, stack } = installation
  const deps = { db, clock: systemClock }
  const wanted = await installation.prepareCaptures(warmUps + dose.calls)
  const times = { insert: [] as number[], claim: [] as number[], redirect: [] as number[] }
  const timed = async <Result>(name: keyof CallTimes, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const result = await work()
    times[name].push(performance.now() - startedAt)
    return result
  }
  for (const capture of wanted) {
    const email = await findEmail({ db }, { id: capture.guid })
    if (!email) throw new Error('an email that was posted is gone')
    const limits = { byOwner: true, maxNew: 1, maxWaiting: 1_000_000, address: null, isSingle: false }
    const preview = {
      emailClient: capture.emailClient,
      orientation: 'vertical',
      images: 'allowed',
      engine: noEngine,
    } as const
    const created = await timed('insert', () => createPreviews(deps, { email, ...limits }, [preview]))
    const id = created.outcome === 'created' ? (created.captures[0]?.id ?? '') : ''
    const claim = await timed('claim', () => claimCapture({ ...deps, jobTimeoutMs: 30_000 }, id, false))
    if (!claim) throw new Error('a new preview could not be claimed')
    await db.preview.update({ where: { id }, data: capturedColumns(systemClock.now()) })
    const { status } = await timed('redirect', () => askCapture(stack, capture))
    if (status !== 301) throw new Error(`a captured preview was answered with ${status}`)
  }
  const median = (name: keyof CallTimes): number => percentile(times[name].slice(warmUps), 50)
  return { insert: median('insert'), claim: median('claim'), redirect: median('redirect') }
}
