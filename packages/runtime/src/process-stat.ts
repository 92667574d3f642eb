import { readdirSync, readFileSync } from 'node:fs'

/** 4 KiB on all platforms for which Debian builds a headless shell. */
const pageBytes = 4096
/** USER_HZ: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100

/** Fields of proc_pid_stat(5). */
export interface ProcessStat {
  pid: number
  /** The kernel cuts it after 15 bytes. */
  name: string
  /** It has ended, but its parent has not waited for it. */
  isZombie: boolean
  parentPid: number
  processGroupId: number
  /** User and system time. */
  processorMs: number
  /** Time of children that were waited for. */
  endedChildrenProcessorMs: number
  /** With the pid, which is used again, it identifies the process. */
  startedAtTick: string
  /** Includes pages shared with others. */
  residentBytes: number
}

export function parseProcessStat(text: string): ProcessStat | null {
  // Field 2, in parentheses, may contain blanks and parentheses.
  const nameStart = text.indexOf('(')
  const nameEnd = text.lastIndexOf(')')
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

export function readProcessStat(pid: number): ProcessStat | null {
  try {
    return parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

/** Any thread of the process may ask; 0 without /proc. */
export function readMainThreadMs(): number {
  try {
    return parseProcessStat(readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8'))?.processorMs ?? 0
  } catch {
    return 0
  }
}

export const listPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
