import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@pas/testing/until'
import { runProgram } from './run-program'

describe('a program that the stack runs to its end', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pas-program-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('resolves to its status and what it printed', async () => {
    const { signal } = new AbortController()
    expect(await runProgram('sh', ['-c', 'echo out; echo err >&2; exit 3'], { signal })).toEqual({
      status: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    })
  })

  it('that cannot be started resolves to the reason', async () => {
    const { signal } = new AbortController()
    expect(await runProgram('/nonexistent/program', [], { signal })).toEqual({
      status: null,
      stdout: '',
      stderr: expect.stringContaining('ENOENT') as string,
    })
  })

  it('may finish what it does when the stack is stopped; then what it started is killed', async () => {
    const stopping = new AbortController()
    const file = path.join(folder, 'done')
    const child = path.join(folder, 'child')
    // The sleeping program keeps the output open.
    const script = `trap 'echo finished > ${file}; exit 1' INT; sleep 1000 & echo $! > ${child}; while :; do sleep 0.01; done`
    const run = runProgram('bash', ['-c', script], { signal: stopping.signal })
    const childPid = (): number => Number(readFileSync(child, { encoding: 'utf8', flag: 'a+' }))
    await until('the program runs', () => childPid() > 0)
    stopping.abort(new Error('stopped'))
    await expect(run).rejects.toThrow('stopped')
    expect(readFileSync(file, 'utf8')).toBe('finished\n')
    await until('what it started has ended', () => {
      try {
        return readFileSync(`/proc/${childPid()}/stat`, 'utf8').includes(') Z ')
      } catch {
        return true
      }
    })
  })

  it('is not started once the stack is being stopped', async () => {
    const signal = AbortSignal.abort(new Error('stopped'))
    await expect(runProgram('true', [], { signal })).rejects.toThrow('stopped')
  })
})
