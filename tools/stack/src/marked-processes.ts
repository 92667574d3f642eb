import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** A variable in the environment of everything a stack starts, and so of whatever that starts in turn. */
export const stackMark = 'PAS_STACK'

/**
 * Kills what still carries the mark of this home: browsers, for one, lead process groups of their own and outlive a
 * worker that was killed. Resolves to how many there were.
 */
export async function endMarkedProcesses(homePath: string): Promise<number> {
  const found = findMarkedProcesses(homePath)
  for (const pid of found) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone by itself meanwhile.
    }
  }
  while (findMarkedProcesses(homePath).length > 0) await delay(20)
  return found.length
}

function findMarkedProcesses(homePath: string): number[] {
  const mark = `${stackMark}=${homePath}`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(mark)
      } catch {
        // Another user's, or gone.
        return false
      }
    })
    .map(Number)
}
