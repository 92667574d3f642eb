import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const tries = 10
/** The kernel accepts one change of an autogroup in 100 ms, and answers others with EAGAIN. */
const waitMs = 150

/**
 * Where the kernel shares processors among sessions first ("autogroup", sched(7)), a process's niceness counts only
 * within its session. Never rejects.
 */
export async function lowerAutogroup(pid: number, niceness: number): Promise<void> {
  for (let left = tries; left > 0; left--) {
    try {
      writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
    await delay(waitMs, undefined, { ref: false })
  }
}
