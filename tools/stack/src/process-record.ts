import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readProcessStat } from '@pas/runtime/process-stat'
import { z } from 'zod'

/** Unique, although ids are reused: the clock tick at which it started, and the boot. */
const processRecord = z.object({
  pid: z.number(),
  startedAtTick: z.string(),
  bootId: z.string(),
  stopSignal: z.enum(['SIGTERM', 'SIGINT']),
})
type ProcessRecord = z.infer<typeof processRecord>
export type StopSignal = ProcessRecord['stopSignal']

const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()

/** Null when there is no such process, or only a zombie. */
function startedAtTick(pid: number): string | null {
  const stat = readProcessStat(pid)
  return stat === null || stat.isZombie ? null : stat.startedAtTick
}

export function recordProcess(
  folder: string,
  name: string,
  pid: number,
  stopSignal: StopSignal = 'SIGTERM',
): void {
  const tick = startedAtTick(pid)
  if (tick === null) return
  const record: ProcessRecord = { pid, startedAtTick: tick, bootId: bootId(), stopSignal }
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(record))
}

export function forgetProcess(folder: string, name: string): void {
  rmSync(path.join(folder, `${name}.json`), { force: true })
}

/** Null unless that very process still runs. */
export function findRecordedProcess(
  folder: string,
  name: string,
): { pid: number; stopSignal: StopSignal } | null {
  let record: ProcessRecord
  try {
    record = processRecord.parse(JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')))
  } catch {
    return null
  }
  const runs = record.bootId === bootId() && startedAtTick(record.pid) === record.startedAtTick
  return runs ? record : null
}

/** Ends process groups that an earlier run left. Resolves to the names of those that still ran. */
export async function endLeftovers(folder: string, graceMs: number): Promise<string[]> {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
  const ended = await Promise.all(
    names.map(async (name) => {
      const found = findRecordedProcess(folder, name)
      if (found) await endProcessGroup(found.pid, found.stopSignal, graceMs)
      forgetProcess(folder, name)
      return found ? [name] : []
    }),
  )
  return ended.flat()
}

/** Kills the rest of the group after `graceMs`. Resolves when its leader has ended. */
export async function endProcessGroup(pid: number, stopSignal: StopSignal, graceMs: number): Promise<void> {
  const tick = startedAtTick(pid)
  const isGone = (): boolean => tick === null || startedAtTick(pid) !== tick
  signalGroup(pid, stopSignal)
  const deadline = Date.now() + graceMs
  while (!isGone() && Date.now() < deadline) await delay(50)
  signalGroup(pid, 'SIGKILL')
  while (!isGone()) await delay(20)
}

/** Does nothing when the group has ended. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
