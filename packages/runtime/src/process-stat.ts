import { readdirSync, readFileSync } from 'node:fs'

/** A memory page, the unit of /proc: 4 KiB on all platforms for which Debian builds a headless shell. */
const pageBytes = 4096
/** USER_HZ, the unit of processor times in /proc; 100 on every Linux that Node runs on. */
const ticksPerSecond = 100

/** A process as `/proc/<pid>/stat` shows it (proc_pid_stat(5)). */
export interface ProcessStat {
  pid: number
  /** The name of its program, cut after 15 bytes. */
  name: string
  /** A zombie has ended, but its parent has not waited for it yet. */
  isZombie: boolean
  parentPid: number
  processGroupId: number
  /** Processor time of the process itself (user and system), in milliseconds. */
  processorMs: number
  /** Processor time of its children that have ended and were waited for, in milliseconds. */
  endedChildrenProcessorMs: number
  /** The clock tick since boot at which it started: with the pid, which is used again, it identifies the process. */
  startedAtTick: string
  /** Resident memory in bytes, pages that it shares with others included. */
  residentBytes: number
}

/** Parses the text of `/proc/<pid>/stat`. Null for a text that is none, such as the empty one. */
export function parseProcessStat(text: string): ProcessStat | null {
  // Field 2, the program's name in parentheses, may contain blanks and parentheses itself.
  const [nameStart, nameEnd] = [text.indexOf('('), text.lastIndexOf(')')]
  const fields = text.slice(nameEnd + 2).split(' ')
  const field = (number: number): string => fields[number - 3] ?? ''
  if (nameStart === -1 || field(24) === '') return null
  const msOf = (ticks: number): number => (ticks * 1_000) / ticksPerSecond
  return {
    pid: Number.parseInt(text, 10),
    name: text.slice(nameStart + 1, nameEnd),
    isZombie: field(3) === 'Z',
    parentPid: Number(field(4)),
    processGroupId: Number(field(5)),
    processorMs: msOf(Number(field(14)) + Number(field(15))),
    endedChildrenProcessorMs: msOf(Number(field(16)) + Number(field(17))),
    startedAtTick: field(22),
    residentBytes: Number(field(24)) * pageBytes,
  }
}

/** Reads a process's `/proc/<pid>/stat`. Null when there is no such process. */
export function readProcessStat(pid: number): ProcessStat | null {
  try {
    return parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

/** Processor time that this process's main thread has taken, in milliseconds, for any of its threads; 0 without /proc. */
export function readMainThreadMs(): number {
  try {
    return parseProcessStat(readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8'))?.processorMs ?? 0
  } catch {
    return 0
  }
}

/** The ids of all processes of this machine, or of this PID namespace. */
export const listPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
