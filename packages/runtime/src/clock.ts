/** The only source of the current time. Every lifetime is computed from it, so that a test can move the time. */
export interface Clock {
  now(): Date
}

/** The machine's time. */
export const systemClock: Clock = { now: () => new Date() }
