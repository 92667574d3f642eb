/** A second of work counts 37 % after this time, and 5 % after a minute. */
const decaySeconds = 20
const forgottenAfterSeconds = 60
/** Every piece of work has a shorter timeout; more passed while this process was stopped. */
const longestWorkSeconds = 20

interface WorkTime {
  running: number
  /** Decayed until `at`, in seconds of `performance.now()`. */
  seconds: number
  at: number
}

/** How long threads worked for each account lately; the longer ago a second was, the less it counts. */
export class WorkTimes {
  /** Keys are in the order in which work last began or ended. */
  private readonly times = new Map<number, WorkTime>()

  get size(): number {
    return this.times.size
  }

  secondsOf(accountId: number): number {
    const time = this.times.get(accountId)
    return time ? secondsAt(time, now()) : 0
  }

  async count<Answer>(accountId: number, work: () => Promise<Answer>): Promise<Answer> {
    this.forgetIdle()
    this.change(accountId, 1)
    try {
      return await work()
    } finally {
      this.change(accountId, -1)
    }
  }

  private change(accountId: number, running: 1 | -1): void {
    const before = this.times.get(accountId) ?? { running: 0, seconds: 0, at: 0 }
    const at = now()
    this.times.delete(accountId)
    this.times.set(accountId, { running: before.running + running, seconds: secondsAt(before, at), at })
  }

  private forgetIdle(): void {
    const at = now()
    for (const [accountId, time] of this.times) {
      if (at - time.at < forgottenAfterSeconds) return
      if (time.running === 0) this.times.delete(accountId)
    }
  }
}

const now = (): number => performance.now() / 1_000

function secondsAt({ running, seconds, at }: WorkTime, moment: number): number {
  const passed = moment - at
  if (running === 0 && passed >= forgottenAfterSeconds) return 0
  const kept = (after: number): number => Math.exp(-after / decaySeconds)
  // Running work adds a second a second, each of which decays from then on.
  const added = running * decaySeconds * (1 - kept(Math.min(passed, longestWorkSeconds)))
  return seconds * kept(passed) + added
}
