import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lockVolume } from './assert-volume'
import { claimVolume } from './release'

describe('a volume', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pas-volume-'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  it('names the newest release that was started on it, and is refused to an older one', () => {
    const named = (): string => readFileSync(path.join(folder, 'release'), 'utf8')
    claimVolume(folder, '1.9.0')
    claimVolume(folder, '1.10.0')
    expect(named()).toBe('1.10.0\n')
    claimVolume(folder, '1.10.0')
    expect(() => claimVolume(folder, '1.9.0')).toThrow('start release 1.10.0 or newer')
    expect(named()).toBe('1.10.0\n')
  })

  it('is refused to a second process until the first has ended', async () => {
    writeFileSync(path.join(folder, 'lock'), '')
    const first = spawn('flock', [path.join(folder, 'lock'), 'sh', '-c', 'echo locked; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    await once(first.stdout, 'data')
    expect(() => lockVolume(folder)).toThrow('Another container uses the volume')
    process.kill(-(first.pid ?? 0), 'SIGKILL')
    await once(first, 'close')
    lockVolume(folder)
    // Held by this process, although flock(1) has ended.
    expect(() => lockVolume(folder)).toThrow('Another container uses the volume')
  })
})
