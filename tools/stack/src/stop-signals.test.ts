import { onStopSignals } from './stop-signals'

describe('signals that ask a stack to stop', () => {
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  let before: Map<string, NodeJS.SignalsListener[]>
  let nowMs: number
  let calls: string[]
  let request: ReturnType<typeof onStopSignals>

  beforeEach(() => {
    before = new Map(names.map((name) => [name, process.listeners(name)]))
    nowMs = 5_000
    calls = []
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs)
    jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    request = onStopSignals({ stop: (name) => calls.push(name), kill: () => calls.push('kill') })
  })
  afterEach(() => {
    jest.restoreAllMocks()
    for (const name of names)
      for (const listener of process.listeners(name))
        if (!before.get(name)?.includes(listener)) process.off(name, listener)
  })

  it('stop it once, though one Ctrl-C comes from the terminal, from npm and from a parent', () => {
    for (const afterMs of [0, 3, 400]) {
      nowMs = 5_000 + afterMs
      request('SIGINT')
    }
    expect(calls).toEqual(['SIGINT'])
  })

  it('kill everything only at the third request', () => {
    request('SIGTERM')
    nowMs += 1_500
    request('SIGTERM')
    expect(calls).toEqual(['SIGTERM'])
    nowMs += 1_500
    request('SIGTERM')
    expect(calls).toEqual(['SIGTERM', 'kill'])
  })
})
