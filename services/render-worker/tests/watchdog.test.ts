import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { until } from '@pas/testing/until'

describe('a process with a watchdog', () => {
  const started: ChildProcess[] = []
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })

  /** On one core, for which its threads compete. */
  async function start(...args: string[]) {
    const program = path.join(__dirname, 'watched-process.cjs')
    const child = spawn('taskset', ['--cpu-list', '0', process.execPath, program, ...args], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    started.push(child)
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await once(child, 'message')
    const told = (): Promise<unknown> => once(child, 'message').then(([message]: unknown[]) => message)
    const work = (ms: number, of: 'processor' | 'elapsed'): void => void child.send({ ms, of })
    return { child, work, told, output: () => output }
  }

  it('is ended when its main thread takes processor time and does not answer, and says which job it did', async () => {
    const { child, work, output } = await start()
    work(600_000, 'processor')
    const [, signal] = (await once(child, 'close')) as [unknown, string]
    expect(signal).toBe('SIGKILL')
    expect(JSON.parse(output())).toMatchObject({
      level: 'fatal',
      service: 'render-worker',
      jobs: ['preview of-a-test'],
      msg: 'the main thread is blocked; ending this process',
    })
  }, 60_000)

  it('lives when it gets little processor time, however long it does not answer', async () => {
    const { work, told, output } = await start('starved')
    work(12_000, 'elapsed')
    expect(await told()).toBe('begun')
    expect(await told()).toBe('done')
    expect(output()).toBe('')
  }, 60_000)

  it('lives when it is stopped in the middle of its work, and continued', async () => {
    const { child, work, told, output } = await start()
    work(3_000, 'processor')
    expect(await told()).toBe('begun')
    child.kill('SIGSTOP')
    const stoppedAt = performance.now()
    await until('it was stopped for long', () => performance.now() - stoppedAt > 8_000)
    child.kill('SIGCONT')
    expect(await told()).toBe('done')
    expect(output()).toBe('')
  }, 60_000)

  it('is not kept running by it', async () => {
    const { child } = await start()
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
  }, 60_000)
})
