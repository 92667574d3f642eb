import { readdirSync, readFileSync } from 'node:fs'

/** A process as /proc shows it. */
export interface SeenProcess {
  pid: number
  parent: number
  /** The start time: with the pid, which the kernel uses again, it identifies the process. */
  beginning: string
  isZombie: boolean
  residentBytes: number
  commandLine: string
}

/** The page size of Linux, the unit of memory in /proc. */
const pageBytes = 4096

/** All descendants of a process, with zombies, without the process itself. */
export function descendantsOf(rootPid: number): SeenProcess[] {
  const all = allProcesses()
  const found: SeenProcess[] = []
  const parents = [rootPid]
  for (const parent of parents) {
    const children = all.filter((each) => each.parent === parent)
    found.push(...children)
    parents.push(...children.map(({ pid }) => pid))
  }
  return found
}

/** The processes among these that still run; a zombie has ended. */
export function stillRunning(processes: readonly SeenProcess[]): SeenProcess[] {
  const now = new Map(allProcesses().map((each) => [each.pid, each]))
  return processes.filter(({ pid, beginning }) => {
    const same = now.get(pid)
    return same?.beginning === beginning && !same.isZombie
  })
}

/**
 * Processes whose command line or environment contains `mark`. A browser's processes whose environment is not readable
 * are not among them; `descendantsOf` finds those.
 */
export function markedProcesses(mark: string): SeenProcess[] {
  return allProcesses().filter(
    ({ pid, commandLine }) => commandLine.includes(mark) || read(pid, 'environ').includes(mark),
  )
}

/** The main processes of the browsers that a worker has started. */
export const browsersOf = (workerPid: number): SeenProcess[] =>
  descendantsOf(workerPid).filter(
    ({ commandLine }) => commandLine.includes('--user-data-dir=') && !commandLine.includes('--type='),
  )

function allProcesses(): SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(Number(name), 'stat')
      // proc_pid_stat(5): the program's name may contain anything and ends at the last parenthesis. State (field 3),
      // ppid, …, starttime (field 22) and rss (field 24) follow.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields.length < 22) return []
      return {
        pid: Number(name),
        parent: Number(fields[1]),
        beginning: fields[19] ?? '',
        isZombie: fields[0] === 'Z',
        residentBytes: Number(fields[21]) * pageBytes,
        commandLine: read(Number(name), 'cmdline').replaceAll('\0', ' '),
      }
    })
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    // The process has ended, or belongs to another user.
    return ''
  }
}
