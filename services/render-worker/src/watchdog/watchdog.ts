import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'

/** Ends this process when its main thread is blocked: blocked, it renews no lock of its jobs, and draws nothing. */
export interface Watchdog extends Closeable {
  /** Does a job, which the log names if the process is ended meanwhile. `job` holds identifiers only. */
  during<Result>(job: string, work: () => Promise<Result>): Promise<Result>
  close(): Promise<unknown>
}

/** What the thread is given. */
export interface WatchdogData {
  /** Its only element grows whenever the main thread runs its timers. */
  answers: Int32Array<SharedArrayBuffer>
}

/** A job has begun or has ended. */
export interface JobMessage {
  job: string
  isBegun: boolean
}

/** The compiled file also when tests run from `src/`: worker threads load JavaScript only. */
const threadFile = path.join(__dirname, '../../dist/watchdog/watchdog-thread.js')

const answerEveryMs = 250
const threadHeapMb = 32

/** Starts the thread that watches this one. Neither it nor its timer keeps the process running. */
export function startWatchdog(logger: Logger): Watchdog {
  const answers = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const answering = setInterval(() => Atomics.add(answers, 0, 1), answerEveryMs).unref()
  const thread = new Worker(threadFile, {
    workerData: { answers } satisfies WatchdogData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: threadHeapMb },
  })
  thread.unref()
  thread.on('error', (error) =>
    logger.error({ err: error }, 'the watchdog died; nothing watches this process'),
  )
  const tell = (message: JobMessage): void => thread.postMessage(message)
  return {
    during: async (job, work) => {
      tell({ job, isBegun: true })
      try {
        return await work()
      } finally {
        tell({ job, isBegun: false })
      }
    },
    close: () => {
      clearInterval(answering)
      return thread.terminate()
    },
  }
}
