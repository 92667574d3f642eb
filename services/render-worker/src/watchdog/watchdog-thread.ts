import { parentPort, workerData } from 'node:worker_threads'
import { createLogger } from '@pas/runtime/logger'
import { readMainThreadMs } from '@pas/runtime/process-stat'
import type { JobMessage, WatchdogData } from './watchdog'

const tickMs = 1_000
/**
 * Processor time: five ticks of a main thread with a core to itself. A process that is stopped or starved takes longer,
 * and lives (ADR 21).
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
  // One late tick proves nothing: until the next, the main thread could answer.
  const usedMs = Math.min(processorMs - lastProcessorMs, tickMs)
  unansweredMs = count === lastAnswers ? unansweredMs + usedMs : 0
  ;[lastAnswers, lastProcessorMs] = [count, processorMs]
  if (unansweredMs >= maxUnansweredMs) end()
}, tickMs)

/** A blocked main thread handles no other signal. Engines end with the process. */
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
