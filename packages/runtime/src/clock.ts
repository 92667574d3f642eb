/** The only source of the current time, which tests can move. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
