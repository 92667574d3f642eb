import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endLeftovers, findRecordedProcess, recordProcess } from './process-record'

describe('the record of the processes that a run started', () => {
  let folder: string
  let children: ChildProcess[]

  const startGroup = async (program: string): Promise<number> => {
    const child = spawn(
      process.execPath,
      ['-e', `${program}; console.log('up'); setInterval(() => {}, 1e6)`],
      {
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    children.push(child)
    await once(child.stdout, 'data')
    return child.pid ?? 0
  }

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pas-records-'))
    children = []
  })

  afterEach(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })

  it('finds a process again while it runs, with the signal that ends it', async () => {
    const pid = await startGroup('')
    recordProcess(folder, 'postgres', pid, 'SIGINT')
    expect(findRecordedProcess(folder, 'postgres')).toMatchObject({ pid, stopSignal: 'SIGINT' })
  })

  it('never mistakes a later process with the same id for the recorded one', async () => {
    const pid = await startGroup('')
    recordProcess(folder, 'api', pid)
    const file = path.join(folder, 'api.json')
    const record = JSON.parse(readFileSync(file, 'utf8')) as object
    writeFileSync(file, JSON.stringify({ ...record, startedAtTick: '1' }))
    expect(findRecordedProcess(folder, 'api')).toBeNull()
    expect(await endLeftovers(folder, 1_000)).toEqual([])
    expect(() => process.kill(pid, 0)).not.toThrow()
  })

  it('ends leftover processes, also one that ignores SIGTERM, and forgets them', async () => {
    const polite = await startGroup('')
    const stubborn = await startGroup("process.on('SIGTERM', () => {})")
    recordProcess(folder, 'api', polite)
    recordProcess(folder, 'render-worker', stubborn)
    expect((await endLeftovers(folder, 300)).sort()).toEqual(['api', 'render-worker'])
    expect(findRecordedProcess(folder, 'api')).toBeNull()
    expect(await endLeftovers(folder, 300)).toEqual([])
    await Promise.all(
      children.map(async (child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')),
    )
    expect(children.map((child) => child.signalCode)).toEqual(['SIGTERM', 'SIGKILL'])
  })
})
