import { parentPort, workerData } from 'node:worker_threads'
import { createLogger } from '@pas/runtime/logger'
import { readMainThreadMs } from '@pas/runtime/process-stat'
import type { JobMessage, WatchdogData } from './watchdog'

const tickMs = 1_000
/**
 * Processor time: a process that is suspended or starved uses none, and is not ended (ADR 21). A blocked thread with a
 * core to itself is over this at the fifth tick.
 */
const maxUnansweredMs = 4_500

const { answers } = workerData as WatchdogData
const jobs = new Set<string>()
parentPort?.on('message', ({ job, isBegun }: JobMessage) => {
  if (isBegun) jobs.add(job)
  else jobs.delete(job)
})

let lastAnswers = 0
let lastProcessorMs = readMainThreadMs()
let unansweredMs = 0
setInterval(() => {
  const count = Atomics.load(answers, 0)
  const processorMs = readMainThreadMs()
  // A late tick counts as one: the main thread may still answer before the next.
  const usedMs = Math.min(processorMs - lastProcessorMs, tickMs)
  unansweredMs = count === lastAnswers ? unansweredMs + usedMs : 0
  lastAnswers = count
  lastProcessorMs = processorMs
  if (unansweredMs >= maxUnansweredMs) endProcess()
}, tickMs)

/** Only SIGKILL ends a process whose main thread is blocked. Engines end with the process. */
function endProcess(): void {
  try {
    createLogger('render-worker', { isSync: true }).fatal(
      { jobs: [...jobs], unansweredMs },
      'the main thread is blocked; ending this process',
    )
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}
