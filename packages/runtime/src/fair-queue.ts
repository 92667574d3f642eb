import type { WorkTimes } from './work-times'

export interface FairQueueLimits {
  maxConcurrent: number
  /** Leaves places for other accounts. */
  maxPerAccount: number
  /** Once all emails together hold this many bytes, only one piece of work runs at a time. */
  maxHeldBytes?: number
  /** Once an account's emails hold this many bytes, only one piece of its work runs at a time. */
  maxHeldBytesPerAccount?: number
  /** When given, the account with the fewest seconds goes first; else only running work counts. */
  workTimes?: Pick<WorkTimes, 'secondsOf'>
}

/** Shares places for work: between accounts first, then between the emails of one account. */
export interface FairQueue {
  /**
   * Opens a line for one email, which runs at most `maxConcurrent` pieces of work. Lines use only so many of all places
   * as their `places` (default: all); the others are kept for lines that may use more.
   */
  open(accountId: number, maxConcurrent: number, places?: number): FairLine
}

export interface FairLine {
  /** Rejects with the reason of `signal` when it aborts before the line's turn. */
  run<Answer>(work: () => Promise<Answer>, signal: AbortSignal): Promise<Answer>
  /** Returns what ends the work, or null when it has to wait. Cheaper than `run`. */
  begin(): (() => void) | null
  /** Adds to the bytes held for this email; negative: subtracts. */
  hold(bytes: number): void
  /** Whether work waits although this email has less running than it may. */
  isHeldUp(): boolean
  /** Calls `listener` when the email stalls (it has work, and all of it waits), and when that ends. */
  onStalled(listener: (isStalled: boolean) => void): void
}

interface Line {
  accountId: number
  maxConcurrent: number
  places: number
  running: number
  waiting: Set<() => void>
  isStalled: boolean
  listener: (isStalled: boolean) => void
}

/**
 * A free place goes to the account with the fewest seconds in `workTimes`; if equal, to the one with the least running
 * work, then the longest wait. Among its emails the least running work decides, then the longest wait.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const turns = new Turns(limits)
  return {
    open: (accountId, maxConcurrent, places = limits.maxConcurrent) => {
      const line: Line = {
        accountId,
        maxConcurrent,
        places,
        running: 0,
        waiting: new Set(),
        isStalled: false,
        listener: () => undefined,
      }
      return {
        run: async (work, signal) => {
          await turns.next(line, signal)
          try {
            return await work()
          } finally {
            turns.end(line)
          }
        },
        begin: () => (turns.begin(line) ? () => turns.end(line) : null),
        hold: (bytes) => {
          turns.hold(line, bytes)
        },
        isHeldUp: () => line.waiting.size > 0 && line.running < line.maxConcurrent,
        onStalled: (listener) => {
          line.listener = listener
        },
      }
    },
  }
}

class Turns {
  /** Lines with waiting work. The one whose last turn is longest ago comes first. */
  private readonly lines = new Set<Line>()
  private readonly running = new Sums()
  private readonly held = new Sums()
  /** Running work by the number of places that its line may use. */
  private readonly runningIn = new Sums()
  private readonly lastTurns = new Map<number, number>()
  private turns = 0

  constructor(private readonly limits: FairQueueLimits) {}

  /** Resolves at the line's turn, which `end` ends; rejects with the signal's reason. */
  next(line: Line, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        line.waiting.delete(start)
        if (line.waiting.size === 0) this.lines.delete(line)
        reject(signal.reason as Error)
        tellStalled(line)
      }
      const start = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.throwIfAborted()
      signal.addEventListener('abort', leave, { once: true })
      line.waiting.add(start)
      this.lines.add(line)
      this.startWaiting()
      tellStalled(line)
    })
  }

  begin(line: Line): boolean {
    if (this.lines.size > 0 || !this.mayRun(line)) return false
    this.start(line)
    return true
  }

  end(line: Line): void {
    this.count(line, -1)
    if (this.running.total === 0 && this.lines.size === 0) this.lastTurns.clear()
    this.startWaiting()
    tellStalled(line)
  }

  hold({ accountId }: Line, bytes: number): void {
    this.held.add(accountId, bytes)
    if (bytes < 0) this.startWaiting()
  }

  private startWaiting(): void {
    for (let line = this.nextLine(); line; line = this.nextLine()) {
      const [start] = line.waiting
      if (!start) return
      line.waiting.delete(start)
      this.lines.delete(line)
      if (line.waiting.size > 0) this.lines.add(line)
      this.start(line)
      start()
      tellStalled(line)
    }
  }

  private nextLine(): Line | undefined {
    let next: Line | undefined
    for (const line of this.lines) if (this.mayRun(line) && (!next || this.isBefore(line, next))) next = line
    return next
  }

  private mayRun({ accountId, running, maxConcurrent, places }: Line): boolean {
    const { maxPerAccount, maxHeldBytes = Infinity, maxHeldBytesPerAccount = Infinity } = this.limits
    const ofAccount = this.running.of(accountId)
    if (running >= maxConcurrent || ofAccount >= maxPerAccount) return false
    if (this.running.total >= this.limits.maxConcurrent) return false
    // Lines that may use no more places than this one have taken them all.
    if (this.runningIn.upToKey(places) >= places) return false
    // One piece of work may always run: emails that together hold all the memory would deadlock.
    if (this.held.total >= maxHeldBytes && this.running.total > 0) return false
    return this.held.of(accountId) < maxHeldBytesPerAccount || ofAccount === 0
  }

  private isBefore(line: Line, other: Line): boolean {
    const seconds = ({ accountId }: Line): number => this.limits.workTimes?.secondsOf(accountId) ?? 0
    const lastTurn = ({ accountId }: Line): number => this.lastTurns.get(accountId) ?? 0
    return (
      (seconds(line) - seconds(other) ||
        this.running.of(line.accountId) - this.running.of(other.accountId) ||
        lastTurn(line) - lastTurn(other) ||
        line.running - other.running) < 0
    )
  }

  private start(line: Line): void {
    this.lastTurns.set(line.accountId, ++this.turns)
    this.count(line, 1)
  }

  private count(line: Line, change: 1 | -1): void {
    line.running += change
    this.running.add(line.accountId, change)
    this.runningIn.add(line.places, change)
  }
}

function tellStalled(line: Line): void {
  const isStalled = line.running === 0 && line.waiting.size > 0
  if (isStalled === line.isStalled) return
  line.isStalled = isStalled
  line.listener(isStalled)
}

class Sums {
  private readonly sums = new Map<number, number>()
  total = 0

  of(key: number): number {
    return this.sums.get(key) ?? 0
  }

  upToKey(max: number): number {
    let sum = 0
    for (const [key, part] of this.sums) if (key <= max) sum += part
    return sum
  }

  add(key: number, change: number): void {
    const sum = this.of(key) + change
    if (sum === 0) this.sums.delete(key)
    else this.sums.set(key, sum)
    this.total += change
  }
}
