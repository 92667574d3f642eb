import { parseProcessStat, readProcessStat } from './process-stat'

describe('/proc/<pid>/stat', () => {
  it('is read field by field, whatever the name of the program contains', () => {
    const text =
      '4711 (a (b) c) Z 1 4700 4700 0 -1 4194304 100 0 0 0 150 50 20 10 20 0 1 0 987654 1048576 256 184467'
    expect(parseProcessStat(text)).toEqual({
      pid: 4711,
      name: 'a (b) c',
      isZombie: true,
      parentPid: 1,
      processGroupId: 4700,
      processorMs: 2_000,
      endedChildrenProcessorMs: 300,
      startedAtTick: '987654',
      residentBytes: 256 * 4096,
    })
  })

  it('of this process is its own', () => {
    expect(readProcessStat(process.pid)).toMatchObject({
      pid: process.pid,
      parentPid: process.ppid,
      isZombie: false,
    })
  })

  it.each(['', '4711 (cut', '4711 (cut) S 1 2'])('is null for %j', (text) => {
    expect(parseProcessStat(text)).toBeNull()
  })

  it('of a process that does not exist is null', () => {
    expect(readProcessStat(2 ** 31 - 1)).toBeNull()
  })
})
