/*
 * `npm run bench -- load`: two API processes and a worker that draws one capture at a time, under load from 500
 * accounts. (a) The capacity: new previews a second with two requests open at a time. (b) 60 % of the capacity for
 * three minutes, at even intervals, however long answers take. (c) 200 % of the capacity: what is too much is to be
 * refused at once, and what is accepted is to be as quick as in (b). Previews are of newsletters posted before, in
 * email clients that one engine draws. Ratios are to (b)'s own p50, so that a slow machine slows both sides.
 */
import { askAtRate, type Asked } from './ask-at-rate'
import { listPreviews } from './load/list-previews'
import { measureCapacity } from './load/measure-capacity'
import { postEmails } from './load/post-emails'
import { reportLoad } from './load/report-load'
import { watchMemory } from './memory'
import { openStack } from '@pas/testing/open-stack'
import { runToEnd } from '@pas/testing/run-to-end'

const accounts = Number(process.env.BENCH_ACCOUNTS ?? 500)
const steadySeconds = Number(process.env.BENCH_SECONDS ?? 180)
const overloadSeconds = Math.min(60, steadySeconds)

async function main(): Promise<void> {
  const stack = openStack()
  const guids = await postEmails(stack, accounts)
  console.log(`${accounts} accounts have an email each`)
  const nextPreview = listPreviews(guids)
  const capacity = await measureCapacity(stack, nextPreview)
  console.log(`${capacity.toFixed(1)} new previews a second, two at a time`)

  const memory = watchMemory(stack.processes)
  const steady = await askAtRate(stack, 0.6 * capacity, steadySeconds, nextPreview)
  const grown = memory.stop()
  printStatuses('60 %', steady)
  const overload = await askAtRate(stack, 2 * capacity, overloadSeconds, nextPreview)
  printStatuses('200 %', overload)

  reportLoad({ capacity, steady, overload, overloadSeconds, grown })
}

function printStatuses(name: string, asked: readonly Asked[]): void {
  const byStatus = new Map<number, number>()
  for (const { status } of asked) byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  const counts = [...byStatus].map(([status, count]) => `${count} × ${status}`)
  console.log(`${name}: ${counts.join(', ')}`)
}

runToEnd(main)
