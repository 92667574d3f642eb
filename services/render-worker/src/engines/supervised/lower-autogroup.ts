import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const tries = 10
/** Without privileges the kernel accepts one change of an autogroup in 100 ms, and answers others with EAGAIN. */
const waitMs = 150

/**
 * Sets the niceness of the session that a process leads. Where the kernel shares the processors among sessions first
 * ("autogroup", sched(7)), the niceness of a process only counts among the processes of its session. Does nothing where
 * the kernel has no autogroups, and never rejects.
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
