import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { listPids } from '@pas/runtime/process-stat'

/** A variable that every process of a stack has or inherits. Value: PAS_HOME. */
export const stackMark = 'PAS_STACK'

/**
 * Kills what has process groups of its own, such as browsers, and may outlive a killed worker. Resolves to their number
 * when they have ended.
 */
export async function endMarkedProcesses(homePath: string): Promise<number> {
  const found = findMarkedProcesses(homePath)
  for (const pid of found) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
  while (findMarkedProcesses(homePath).length > 0) await delay(20)
  return found.length
}

function findMarkedProcesses(homePath: string): number[] {
  const mark = `${stackMark}=${homePath}`
  return listPids().filter((pid) => {
    if (pid === process.pid) return false
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)
    } catch {
      // It is another user's process, or has ended.
      return false
    }
  })
}
