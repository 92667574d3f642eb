/** The one source of the current time; every lifetime is reckoned from it, so that a test can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
