import { setTimeout as pause } from 'node:timers/promises'
import type { Measured } from '@pas/testing/measure'
import { until } from '@pas/testing/until'
import { askCapture, askCaptures, p99Of, waitsOf, type AskedCapture } from './ask-captures'
import type { Dose } from './dose'
import { longestWaitMs } from './find-knee'
import type { Installation } from './installation'

/** Of the captures a second that the installation carries: a share that it can also catch up with. */
const shareOfKnee = 0.7
const faultAfterShare = 0.2
const recoveredWithinMs = 60_000
/** In time again: in a window of this length the 99th percentile waits no longer than `longestWaitMs`. */
const windowMs = 5_000
const windowStepMs = 250
const askAgainMs = 500
const endsWithinMs = 120_000

const faults: Readonly<Record<string, (installation: Installation) => Promise<void>>> = {
  // The stack's supervisor starts both stores again.
  'Redis killed': (installation) => {
    for (const pid of installation.roots().redis ?? []) process.kill(pid, 'SIGKILL')
    return Promise.resolve()
  },
  // Fast shutdown.
  'Postgres restarted': (installation) => {
    for (const pid of installation.roots().postgres ?? []) process.kill(pid, 'SIGINT')
    return Promise.resolve()
  },
  'half of the workers killed': async ({ workers }) => {
    const half = workers.splice(0, Math.ceil(workers.length / 2))
    await Promise.all(half.map((one) => one.kill()))
  },
}

export async function measureFaults(installation: Installation, dose: Dose, rate: number): Promise<Measured> {
  const figures: Measured['figures'] = {}
  const ratios: Measured['ratios'] = {}
  for (const [name, inject] of Object.entries(faults)) {
    const { recoveredMs, askedAgain, lost } = await measureFault(
      installation,
      dose,
      rate * shareOfKnee,
      inject,
    )
    figures[`${name}: seconds until captures are picked up in time`] = recoveredMs / 1_000
    figures[`${name}: requests that had to ask again`] = askedAgain
    ratios[`${name}: captures lost`] = { ratio: lost, wanted: { atMost: 0 } }
    ratios[`${name}: recovery / a minute`] = {
      ratio: recoveredMs / recoveredWithinMs,
      wanted: { atMost: 1 },
    }
    console.log(`${name}: in time again after ${(recoveredMs / 1_000).toFixed(1)} s, lost ${lost}`)
    while (installation.workers.length < dose.workerProcesses) await installation.startWorkers()
  }
  return { figures, ratios }
}

async function measureFault(
  installation: Installation,
  dose: Dose,
  rate: number,
  inject: (installation: Installation) => Promise<void>,
): Promise<{ recoveredMs: number; askedAgain: number; lost: number }> {
  const captures = await installation.prepareCaptures(Math.ceil(rate * dose.faultSeconds))
  const asking = askCaptures(installation.stack, captures, rate)
  await pause(dose.faultSeconds * 1_000 * faultAfterShare)
  const faultAt = Date.now()
  await inject(installation)
  const asked = await asking
  const answered = await Promise.all(asked.map((one) => askUntilAnswered(installation, one)))
  const lost =
    answered.filter(({ status }) => status !== 301).length + (await countUnfinished(installation, asked))
  const waits = await waitsOf(installation, asked)
  const isInTime = (from: number): boolean => {
    const isOfWindow = ({ askedAt }: { askedAt: number }): boolean =>
      askedAt >= from && askedAt < from + windowMs
    return (
      p99Of(waits.filter(isOfWindow)) <= longestWaitMs &&
      asked.filter(isOfWindow).every(({ status }) => status === 301)
    )
  }
  const end = Math.max(...asked.map(({ askedAt }) => askedAt)) - windowMs
  let recoveredAt = faultAt
  while (recoveredAt <= end && !isInTime(recoveredAt)) recoveredAt += windowStepMs
  const recoveredMs = recoveredAt <= end ? recoveredAt - faultAt : Infinity
  return {
    recoveredMs,
    askedAgain: asked.filter(({ status }) => status !== 301).length,
    lost,
  }
}

/** As a partner does after a 5xx. */
async function askUntilAnswered({ stack }: Installation, asked: AskedCapture): Promise<AskedCapture> {
  let last = asked
  const end = performance.now() + endsWithinMs
  while (last.status !== 301 && performance.now() < end) {
    await pause(askAgainMs)
    last = await askCapture(stack, asked)
  }
  return last
}

/** Rows of these emails that are not captured in two minutes. */
async function countUnfinished({ db }: Installation, asked: readonly AskedCapture[]): Promise<number> {
  const emailId = { in: [...new Set(asked.map(({ guid }) => guid))] }
  const count = (): Promise<number> => db.preview.count({ where: { emailId, status: { not: 'captured' } } })
  await until('all are captured', async () => (await count()) === 0, endsWithinMs).catch(() => undefined)
  return count()
}
