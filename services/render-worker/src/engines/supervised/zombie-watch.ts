import { readdir, readFile } from 'node:fs/promises'
import { parseProcessStat } from '@pas/runtime/process-stat'

const maxGenerations = 50

/** Finds processes for which their parent does not wait. */
export class ZombieWatch {
  private seen: ReadonlySet<number> = new Set()

  /** Finds roots below which a zombie has stayed since the last call. None without /proc. */
  async findWithZombies(rootPids: ReadonlySet<number>): Promise<ReadonlySet<number>> {
    const zombies = await zombiesBelow(rootPids)
    const stayed = zombies.filter(({ pid }) => this.seen.has(pid))
    this.seen = new Set(zombies.map(({ pid }) => pid))
    return new Set(stayed.map(({ rootPid }) => rootPid))
  }
}

async function zombiesBelow(rootPids: ReadonlySet<number>): Promise<{ rootPid: number; pid: number }[]> {
  const names = await readdir('/proc').catch(() => [])
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(statOf))
  const parents = new Map(stats.flatMap((stat) => (stat ? [[stat.pid, stat.parentPid]] : [])))
  return stats.flatMap((stat) => {
    if (!stat?.isZombie) return []
    let ancestor = stat.parentPid
    for (let generation = 0; generation < maxGenerations && !rootPids.has(ancestor); generation++)
      ancestor = parents.get(ancestor) ?? 0
    return rootPids.has(ancestor) ? [{ rootPid: ancestor, pid: stat.pid }] : []
  })
}

const statOf = async (pid: string) =>
  parseProcessStat(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))
