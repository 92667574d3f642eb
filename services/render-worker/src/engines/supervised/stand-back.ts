import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const tries = 10
/** The kernel takes one change of an autogroup in 100 ms from a process without privileges. */
const waitMs = 150

/** Of the programs that this process starts from now on. */
let niceness = 0

/** Sets how far the programs that this process starts stand back for others of the machine: 0 to 19, as for nice(1). */
export function setNiceness(value: number): void {
  niceness = value
}

/**
 * Makes a program that was started just now, and what it will start, stand back. Its session, too: where the kernel
 * shares the processors among sessions first ("autogroup", sched(7)), the niceness of a process counts only beside
 * others of its session. Never rejects.
 */
export async function standBack(pid: number): Promise<void> {
  if (niceness === 0) return
  try {
    setPriority(pid, niceness)
  } catch {
    // It has ended already.
    return
  }
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
