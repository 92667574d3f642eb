import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const tries = 10
/** The kernel takes one change of an autogroup in 100 ms from a process without privileges. */
const waitMs = 150

/**
 * Makes the session that a process leads stand back for other sessions. Where the kernel shares the processors among
 * sessions first ("autogroup", sched(7)), the niceness of a process counts only beside others of its session. Does
 * nothing where the kernel has no autogroups, and never rejects.
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
