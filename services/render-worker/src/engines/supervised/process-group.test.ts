import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { killProcessGroup, residentBytes } from './process-group'

it('counts the memory of a group with all that it started, and of no other', async () => {
  const script = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => 0, 1000)'])
    child.stdout.once('data', () => console.log('both run')); setInterval(() => 0, 1000)`
  const leader = spawn(process.execPath, ['-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { pid = 0 } = leader
  try {
    await once(leader.stdout, 'data')
    // Node itself takes more than 20 MB.
    expect(await residentBytes(pid)).toBeGreaterThan(2 * 20 * 1024 * 1024)
    expect(await residentBytes(process.ppid + 1_000_000_000)).toBe(0)
  } finally {
    killProcessGroup(pid)
  }
})
