import { EventEmitter, once } from 'node:events'
import { until } from '@pas/testing/until'
import type { EngineDocument, Picture } from '../src/engines/engine'
import { EngineProcessError, type EngineProcess } from '../src/engines/supervised/engine-process'
import { SupervisedEngine } from '../src/engines/supervised/supervised-engine'

const picture: Picture = { png: Buffer.from('png'), width: 1, height: 1, truncated: false }
const text = (kind: string): EngineDocument => ({ kind: 'text', text: kind, columns: 80 })

/** An engine process whose drawing and end the test controls. */
class StandIn implements EngineProcess {
  readonly version = 'StandIn/1'
  isConnected = true
  memory = 0
  private readonly ends = new EventEmitter()
  readonly exited = once(this.ends, 'end').then(() => undefined)
  drawing: string[] = []
  pagesOf: string[] = []
  /** Called by `draw`, which settles as the returned promise does. */
  next: (document: string) => Promise<Picture> = () => Promise.resolve(picture)

  constructor(readonly pid: number) {}

  ping(): Promise<void> {
    return Promise.resolve()
  }
  async draw(document: EngineDocument): Promise<Picture> {
    const name = document.kind === 'text' ? document.text : ''
    this.drawing.push(name)
    return this.next(name)
  }
  hasPageOf(_document: EngineDocument, owner: string): boolean {
    return this.pagesOf.includes(owner)
  }
  residentBytes(): Promise<number> {
    return Promise.resolve(this.memory)
  }
  retire(): void {
    return
  }
  async kill(): Promise<void> {
    this.isConnected = false
    this.ends.emit('end')
    await this.exited
  }
}

describe('the processes of an engine', () => {
  let processes: StandIn[]
  let engine: SupervisedEngine
  const capture = (name: string): Promise<Picture> => engine.capture(text(name), AbortSignal.timeout(10_000))

  async function startEngine(capacity: number, isSlowAtFirst = false): Promise<void> {
    processes = []
    engine = await SupervisedEngine.start(
      {
        name: 'stand-in',
        kindOf: (document) => (document.kind === 'text' ? (document.text.split(' ')[0] ?? '') : ''),
        sampleOf: (kind) => text(`${kind} sample`),
        isSlowAtFirst,
        start: () => {
          const process = new StandIn(processes.length + 1)
          process.next = onStart
          processes.push(process)
          return Promise.resolve(process)
        },
        capacity,
        limits: { captures: 100, residentBytes: 1_000 },
        onStartFailed: () => undefined,
      },
      'light',
    )
  }
  /** `next` of the processes that start from now on. */
  let onStart: StandIn['next']
  beforeEach(() => {
    onStart = () => Promise.resolve(picture)
  })
  afterEach(() => engine.close())

  it('take no more concurrent captures than their capacity', async () => {
    await startEngine(1)
    let release = (): void => undefined
    const held = new Promise<Picture>((resolve) => {
      release = () => resolve(picture)
    })
    for (const process of processes) process.next = () => held
    const captures = ['light 1', 'light 2'].map(capture)
    await until(() => processes.every(({ drawing }) => drawing.length <= 1) && processes.length >= 2)
    release()
    await Promise.all(captures)
    expect(processes.map(({ drawing }) => drawing.length).slice(0, 2)).toEqual([1, 1])
  })

  it('draw a document where its owner has a page, unless that process is busy', async () => {
    await startEngine(1)
    const held: ((drawn: Picture) => void)[] = []
    const hold = (): Promise<Picture> => new Promise((resolve) => held.push(resolve))
    onStart = hold
    for (const process of processes) process.next = hold
    const drawFor = (owner: string): Promise<Picture> =>
      engine.capture(text('light'), AbortSignal.timeout(10_000), owner)
    const pair = [drawFor('one'), drawFor('two')]
    await until(() => held.length === 2)
    const [first, second] = processes
    for (const end of held.splice(0)) end(picture)
    await Promise.all(pair)
    second?.pagesOf.push('two')

    const again = drawFor('two')
    await until(() => held.length === 1)
    expect([first?.drawing.length, second?.drawing.length]).toEqual([1, 2])
    const beside = drawFor('two')
    await until(() => held.length === 2)
    expect([first?.drawing.length, second?.drawing.length]).toEqual([2, 2])
    for (const end of held) end(picture)
    await Promise.all([again, beside])
  })

  it('fail another capture at most once when a document crashes them', async () => {
    await startEngine(Infinity)
    let crashes = 0
    const crashOn = (process: StandIn) => (name: string) => {
      if (name === 'light crasher') {
        crashes++
        void process.kill()
        return Promise.reject(new EngineProcessError('gone'))
      }
      return process.isConnected
        ? new Promise<Picture>((resolve, reject) => {
            void process.exited.then(() => reject(new EngineProcessError('gone')))
            setImmediate(() => process.isConnected && resolve(picture))
          })
        : Promise.reject(new EngineProcessError('gone'))
    }
    const timer = setInterval(() => {
      for (const process of processes) process.next = crashOn(process)
    }, 1)
    for (const process of processes) process.next = crashOn(process)
    const results = await Promise.allSettled([capture('light neighbour'), capture('light crasher')])
    clearInterval(timer)
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(crashes).toBe(2)
  })

  it('that are slow at first draw a sample before any capture, whatever comes of it', async () => {
    let asked = (): void => undefined
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    onStart = (name) => {
      asked()
      return name.endsWith('sample')
        ? Promise.reject(new EngineProcessError('not shown'))
        : Promise.resolve(picture)
    }
    await startEngine(1, true)
    await isAsked
    await Promise.all(['light 1', 'light 2', 'dark 1'].map(capture))
    const [first, ...others] = processes.filter(({ drawing }) =>
      drawing.some((name) => !name.endsWith('sample')),
    )
    // The worker asks for the first process's sample before it takes jobs.
    expect(first?.drawing).toEqual(['light 1'])
    expect(others.map(({ drawing }) => drawing)).toEqual([
      ['light sample', 'light 2'],
      ['dark sample', 'dark 1'],
    ])
  })

  it('draw the sample alone in a process, beside a capture that does not end', async () => {
    await startEngine(Infinity)
    for (const process of processes) process.next = () => new Promise(() => undefined)
    const stuck = capture('light stuck')
    stuck.catch(() => undefined)
    await until(() => processes[0]?.drawing.length === 1)
    for (const process of processes.slice(1)) process.next = onStart
    await engine.drawSample(AbortSignal.timeout(10_000))
    expect(processes.map(({ drawing }) => drawing).slice(0, 2)).toEqual([['light stuck'], ['light sample']])
  })

  it('are no more than before once a document was drawn alone, beside another, in one', async () => {
    await startEngine(Infinity)
    let end: (drawn: Picture) => void = () => undefined
    for (const process of processes) process.next = () => new Promise((resolve) => (end = resolve))
    const slow = capture('light slow')
    await until(() => processes[0]?.drawing.length === 1)
    for (const process of processes.slice(1)) process.next = onStart
    await engine.drawSample(AbortSignal.timeout(10_000))
    end(picture)
    await slow
    for (const process of processes) process.next = onStart
    await capture('light next')
    await until(() => [engine.processGroupIds.length === 2, engine.processGroupIds])
  })

  it('are killed when their connection closes while they still run', async () => {
    await startEngine(1)
    await capture('light 1')
    const [first] = processes
    first!.isConnected = false
    const ended = first!.exited
    await capture('light 2')
    await ended
  })

  it('are killed in mid-capture at twice their memory limit', async () => {
    await startEngine(1)
    const [first] = processes
    first!.memory = 2_001
    first!.next = () => first!.exited.then(() => Promise.reject(new EngineProcessError('gone')))
    await capture('light 1')
    expect(processes.filter(({ drawing }) => drawing.length > 0)).toHaveLength(2)
  })

  it('of the first kind end when they are idle, but for one', async () => {
    await startEngine(1)
    const held: ((drawn: Picture) => void)[] = []
    for (const process of processes) process.next = () => new Promise((resolve) => held.push(resolve))
    const captures = ['light 1', 'light 2'].map(capture)
    await until(() => held.length === 2)
    for (const end of held) end(picture)
    await Promise.all(captures)
    // A spare is beside them.
    await until(() => engine.processGroupIds.length === 3)
    engine.endIdle(60_000)
    expect(engine.processGroupIds).toHaveLength(3)
    engine.endIdle(0)
    await until(() => engine.processGroupIds.length === 2)
  })

  it('of a kind without captures end, one of the first kind stays', async () => {
    await startEngine(1)
    await capture('light 1')
    await capture('dark 1')
    await until(() => processes.length === 4)
    engine.endIdle(0)
    await until(() => engine.processGroupIds.length === 2)
    expect(processes.filter(({ drawing }) => drawing.includes('dark 1')).map(({ pid }) => pid)).not.toEqual(
      engine.processGroupIds,
    )
    await capture('dark 2')
  })
})
