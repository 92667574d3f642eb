import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'

/** Ends the process when its main thread is blocked: it then draws nothing, and does not renew its jobs' locks. */
export interface Watchdog extends Closeable {
  /** Logs `job`, which holds identifiers only, if the process is ended before `work` settles. */
  during<Result>(job: string, work: () => Promise<Result>): Promise<Result>
  close(): Promise<unknown>
}

export interface WatchdogData {
  /** A counter of one element, to which the main thread adds 1 every `answerEveryMs` unless it is blocked. */
  answers: Int32Array<SharedArrayBuffer>
}

export interface JobMessage {
  job: string
  isBegun: boolean
}

const threadFile = path.join(__dirname, '../../dist/watchdog/watchdog-thread.js')

const answerEveryMs = 250
const threadHeapMb = 32

/** Neither the thread nor its timer keeps the process running. */
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
