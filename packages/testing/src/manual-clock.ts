import type { Clock } from '@pas/runtime/clock'

export interface ManualClock extends Clock {
  set(time: Date): void
  advance(ms: number): void
}

export function createManualClock(start = new Date('2026-01-01T00:00:00.000Z')): ManualClock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    set: (next) => {
      time = next.getTime()
    },
    advance: (ms) => {
      time += ms
    },
  }
}
