import { readdirSync, readFileSync } from 'node:fs'

/** A process as /proc shows it. */
export interface SeenProcess {
  pid: number
  parent: number
  /** When it began: with the id, which is used again, it is this process and no other. */
  beginning: string
  isZombie: boolean
  residentBytes: number
  commandLine: string
}

/** Linux's page, in which /proc counts. */
const pageBytes = 4096

/** All that `rootPid` started, however deep, zombies too, without itself. */
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

/** Those that are still there; a zombie has ended. */
export function stillRunning(processes: readonly SeenProcess[]): SeenProcess[] {
  const now = new Map(allProcesses().map((each) => [each.pid, each]))
  return processes.filter(({ pid, beginning }) => {
    const same = now.get(pid)
    return same?.beginning === beginning && !same.isZombie
  })
}

/**
 * Processes whose command line or environment speaks of `mark`; those of a browser that hide theirs are found by their
 * parents.
 */
export function markedProcesses(mark: string): SeenProcess[] {
  return allProcesses().filter(
    ({ pid, commandLine }) => commandLine.includes(mark) || read(pid, 'environ').includes(mark),
  )
}

/** Browsers that a worker drives, by their first processes. */
export const browsersOf = (workerPid: number): SeenProcess[] =>
  descendantsOf(workerPid).filter(
    ({ commandLine }) => commandLine.includes('--user-data-dir=') && !commandLine.includes('--type='),
  )

function allProcesses(): SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(Number(name), 'stat')
      // proc(5): the name, which may hold anything, ends at the last parenthesis; then state, ppid, …, starttime as the
      // 22nd, rss the 24th.
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
    // Gone, or another user's.
    return ''
  }
}
