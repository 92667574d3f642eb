import type { ProcessStat } from '@pas/runtime/process-stat'
import { commandLineOf, descendantsOf, listProcesses, readProcFile } from '@pas/testing/processes'

/**
 * Processes whose command line or environment contains `mark`. A browser's processes whose environment is not readable
 * are not among them; `descendantsOf` finds those.
 */
export const markedProcesses = (mark: string): ProcessStat[] =>
  listProcesses().filter(
    ({ pid }) => commandLineOf(pid).includes(mark) || readProcFile(pid, 'environ').includes(mark),
  )

/** The main processes of the browsers that a worker has started. */
export const browsersOf = (workerPid: number): ProcessStat[] =>
  descendantsOf(workerPid).filter(({ pid }) => {
    const commandLine = commandLineOf(pid)
    return commandLine.includes('--user-data-dir=') && !commandLine.includes('--type=')
  })
