import { setTimeout as until } from 'node:timers/promises'
import { percentile } from '@pas/testing/measure'
import { request, type Dispatcher } from 'undici'
import { timeBetween, type ProcessorTime } from '../processor-time'
import type { Installation, WantedCapture } from './installation'

export interface AskedCapture extends WantedCapture {
  /** By `Date.now()`. */
  askedAt: number
  /** 0 without an answer. */
  status: number
  /** Milliseconds until the answer. */
  ms: number
}

export interface AskedStep {
  asked: AskedCapture[]
  /** Milliseconds from request to pick-up, of those that a worker took. */
  waits: { askedAt: number; ms: number }[]
  /** Milliseconds a capture, also of others that were waiting, by what used them. */
  processorMs: ProcessorTime
}

export interface Entrance {
  instantUrl: string
  dispatcher: Dispatcher
}

/**
 * Asks for previews by their path, as a partner's backend does, at even intervals, however many requests are open. Each
 * is answered with 301 when its picture is stored.
 */
export async function askCaptures(
  entrance: Entrance,
  captures: readonly WantedCapture[],
  rate: number,
  isOver: () => boolean = () => false,
): Promise<AskedCapture[]> {
  const startedAt = performance.now()
  const asking: Promise<AskedCapture>[] = []
  for (const [index, capture] of captures.entries()) {
    const dueMs = startedAt + (index * 1_000) / rate - performance.now()
    if (dueMs > 0) await until(dueMs)
    if (isOver()) break
    asking.push(askCapture(entrance, capture))
  }
  return Promise.all(asking)
}

export async function askCapture(
  { instantUrl, dispatcher }: Entrance,
  capture: WantedCapture,
): Promise<AskedCapture> {
  const { guid, emailClient, authorization } = capture
  const askedAt = Date.now()
  const startedAt = performance.now()
  const end = (status: number): AskedCapture => ({
    ...capture,
    askedAt,
    status,
    ms: performance.now() - startedAt,
  })
  try {
    const address = `${instantUrl}/emails/${guid}/previews/${emailClient}/full`
    const answer = await request(address, { dispatcher, headers: { authorization } })
    await answer.body.dump()
    return end(answer.statusCode)
  } catch {
    return end(0)
  }
}

/** Posts the emails before, and measures only the captures. */
export async function askStep(
  installation: Installation,
  rate: number,
  seconds: number,
  entrance: Entrance = installation.stack,
): Promise<AskedStep> {
  const captures = await installation.prepareCaptures(Math.ceil(rate * seconds))
  const before = installation.processorTime()
  const takenBefore = installation.pickedUpAt.size
  const asked = await askCaptures(entrance, captures, rate)
  const spent = timeBetween(before, installation.processorTime())
  const waits = await waitsOf(installation, asked)
  const taken = installation.pickedUpAt.size - takenBefore
  const processorMs = Object.fromEntries(Object.entries(spent).map(([name, ms]) => [name, ms / taken]))
  return { asked, waits, processorMs }
}

/** Workers tell every 200 ms what they have taken. */
const reportedWithinMs = 500

export async function waitsOf(
  { db, pickedUpAt }: Pick<Installation, 'db' | 'pickedUpAt'>,
  asked: readonly AskedCapture[],
): Promise<AskedStep['waits']> {
  await until(reportedWithinMs)
  const emailIds = [...new Set(asked.map(({ guid }) => guid))]
  const rows = await db.preview.findMany({
    where: { emailId: { in: emailIds } },
    select: { id: true, emailId: true, emailClient: true },
  })
  const ids = new Map(rows.map(({ id, emailId, emailClient }) => [`${emailId} ${emailClient}`, id]))
  return asked.flatMap(({ guid, emailClient, askedAt }) => {
    const at = pickedUpAt.get(ids.get(`${guid} ${emailClient}`) ?? '')
    return at === undefined ? [] : [{ askedAt, ms: Math.max(0, at - askedAt) }]
  })
}

export const p99Of = (times: readonly { ms: number }[]): number =>
  percentile(
    times.map(({ ms }) => ms),
    99,
  )
