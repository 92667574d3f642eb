import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { removeLeftovers } from './scratch-folders'

describe('what a killed run has left in memory', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'pas-leftovers-'))
  const own = { name: 'own', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, isDropped: false }
  const ended = spawnSync('true').pid
  const makeRun = (pid: number): string => {
    const folder = path.join(parent, `pas-run-${pid}-a`)
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'data'), '')
    return folder
  }
  afterAll(() => rmSync(parent, { recursive: true }))

  it('is removed by the next run, but no folder of a run that goes on, and nothing else', () => {
    const [left, running] = [makeRun(ended), makeRun(process.pid)]
    const another = path.join(parent, `another-${ended}-a`)
    mkdirSync(another)
    removeLeftovers(parent, own)
    expect([left, running, another].map((folder) => existsSync(folder))).toEqual([false, true, true])
  })

  it('is left alone when it is of another user', () => {
    const left = makeRun(ended)
    removeLeftovers(parent, { ...own, uid: own.uid + 1 })
    expect(existsSync(left)).toBe(true)
  })

  it('may be nothing, also where no folder is in memory', () => {
    expect(() => removeLeftovers(path.join(parent, 'missing'), own)).not.toThrow()
  })
})
