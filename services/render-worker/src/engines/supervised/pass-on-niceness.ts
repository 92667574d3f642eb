import { writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const tries = 10
/** The kernel takes one change of an autogroup in 100 ms from a process without privileges. */
const waitMs = 150

/**
 * Gives the session of a program that we have started our own niceness. Where the kernel shares the processors among
 * sessions first ("autogroup", sched(7)), the niceness that a process inherits counts only beside others of its
 * session. Does nothing where the kernel has no autogroups.
 */
export async function passOnNiceness(pid: number): Promise<void> {
  const niceness = getPriority()
  if (niceness <= 0) return
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
