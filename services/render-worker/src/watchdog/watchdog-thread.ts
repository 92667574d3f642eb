import { parentPort, workerData } from 'node:worker_threads'
import { createLogger } from '@pas/runtime/logger'
import { readMainThreadMs } from '@pas/runtime/process-stat'
import type { JobMessage, WatchdogData } from './watchdog'

const tickMs = 1_000
/**
 * Processor time, which a process that is suspended or starved does not use: it is not ended (ADR 21). A blocked thread
 * with a core to itself is over this at the fifth tick.
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
  const [count, processorMs] = [Atomics.load(answers, 0), readMainThreadMs()]
  // A late tick counts as one: the main thread may still answer before the next.
  const usedMs = Math.min(processorMs - lastProcessorMs, tickMs)
  unansweredMs = count === lastAnswers ? unansweredMs + usedMs : 0
  ;[lastAnswers, lastProcessorMs] = [count, processorMs]
  if (unansweredMs >= maxUnansweredMs) end()
}, tickMs)

/** Only SIGKILL ends a process whose main thread is blocked. Engines end with the process. */
function end(): void {
  try {
    createLogger('render-worker', { isSync: true }).fatal(
      { jobs: [...jobs], unansweredMs },
      'the main thread is blocked; ending this process',
    )
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}
