import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { once, EventEmitter } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@pas/testing/until'
import { SupervisedProcess, type ProcessPlan } from './supervised-process'

describe('a supervised process', () => {
  let folder: string
  let events: EventEmitter
  let running: SupervisedProcess

  const plan = (program: string): ProcessPlan => ({
    name: 'sample',
    command: process.execPath,
    args: ['-e', program],
    env: {},
    folder,
    identity: { name: 'self', uid: 0, gid: 0, isDropped: false },
    logFolder: folder,
    recordFolder: folder,
    stopSignal: 'SIGTERM',
    stopGraceMs: 2_000,
    untilReady: () => Promise.resolve(),
  })
  const supervise = (program: string, changes: Partial<ProcessPlan> = {}): SupervisedProcess =>
    new SupervisedProcess({ ...plan(program), ...changes }, (_name, event) => events.emit(event))

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pas-supervised-'))
    events = new EventEmitter()
  })

  afterEach(async () => {
    await running.stop()
    rmSync(folder, { recursive: true })
  })

  it('is restarted when it dies, under a new id, which is null in between', async () => {
    running = supervise('setInterval(() => {}, 1e6)')
    await running.start(5_000)
    const first = running.pid
    const died = once(events, 'died')
    const restarted = once(events, 'restarted')
    process.kill(first ?? 0, 'SIGKILL')
    await died
    expect(running.pid).toBeNull()
    await restarted
    expect(running.pid).not.toBe(first)
    expect(() => process.kill(running.pid ?? 0, 0)).not.toThrow()
  })

  it('stays down once it is stopped', async () => {
    running = supervise('setInterval(() => {}, 1e6)')
    await running.start(5_000)
    const { pid } = running
    const died = jest.fn()
    events.on('died', died)
    await running.stop()
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH')
    expect(died).not.toHaveBeenCalled()
    expect(running.pid).toBeNull()
  })

  it('that dies before it is ready fails to start, with the end of its log in the error', async () => {
    running = supervise("console.log('no such table'); process.exit(3)", {
      untilReady: () => new Promise(() => undefined),
    })
    await expect(running.start(5_000)).rejects.toThrow(/^sample ended at once \(exit 3\).*no such table/s)
    expect(readFileSync(path.join(folder, 'sample.log'), 'utf8')).toBe('no such table\n')
  })

  it('without a log folder is shown on standard output, each line after its name', async () => {
    const shown: string[] = []
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      shown.push(String(text))
      return true
    })
    running = supervise("console.log('one'); console.error('two'); setInterval(() => {}, 1e6)", {
      logFolder: null,
      untilReady: () => until(() => shown.length === 2),
    })
    await running.start(5_000)
    write.mockRestore()
    expect(shown.sort()).toEqual(['sample        | one\n', 'sample        | two\n'])
  })

  it('that is not ready before the timeout fails to start', async () => {
    running = supervise('setInterval(() => {}, 1e6)', { untilReady: () => new Promise(() => undefined) })
    await expect(running.start(200)).rejects.toThrow('sample was not ready after 0.2 s')
  })

  it('that cannot be executed fails to start', async () => {
    running = supervise('', {
      command: '/nonexistent/program',
      untilReady: () => new Promise(() => undefined),
    })
    await expect(running.start(5_000)).rejects.toThrow(/could not be started/)
  })
})
