/** How much work runs at a time in one queue. */
export interface FairQueueLimits {
  maxConcurrent: number
  /** Per account, so that places are always left for other accounts. */
  maxPerAccount: number
  /**
   * Bytes that all emails hold in memory. At or above it only one piece of work runs at a time; no limit when left out.
   */
  maxHeldBytes?: number
  /** Per account: at or above it only one piece of the account's work runs at a time. */
  maxHeldBytesPerAccount?: number
}

/** Shares places for work fairly: between accounts first, then between the emails of one account. */
export interface FairQueue {
  /** Opens a line for one email of this account, of which at most `maxConcurrent` pieces of work run at a time. */
  open(accountId: number, maxConcurrent: number): FairLine
}

/** The work of one email. */
export interface FairLine {
  /**
   * Runs `work` when a place is free and it is this email's turn. Rejects with the reason of `signal` when it aborts
   * before that.
   */
  run<Answer>(work: () => Promise<Answer>, signal: AbortSignal): Promise<Answer>
  /** Adds to the bytes held in memory for this email; a negative number subtracts. */
  hold(bytes: number): void
  /** Whether work waits because of other emails: this email has less work running than it may. */
  isHeldUp(): boolean
  /** Sets the listener that is called when the email becomes idle (work waits and none runs) and when that ends. */
  onIdle(listener: (isIdle: boolean) => void): void
}

interface Line {
  accountId: number
  maxConcurrent: number
  running: number
  waiting: Set<() => void>
  isIdle: boolean
  listener: (isIdle: boolean) => void
}

/**
 * A free place goes to the account with the least work running, among equals to the one whose last turn was longest
 * ago; within the account to the email by the same two rules.
 */
export function createFairQueue({
  maxConcurrent,
  maxPerAccount,
  maxHeldBytes = Infinity,
  maxHeldBytesPerAccount = Infinity,
}: FairQueueLimits): FairQueue {
  /** The lines with waiting work, in the order of their last turns, longest ago first. */
  const lines = new Set<Line>()
  const runningByAccount = new Map<number, number>()
  /** The number of each account's last turn; cleared when there is no work. */
  const lastTurns = new Map<number, number>()
  let turns = 0
  let running = 0
  const heldByAccount = new Map<number, number>()
  let heldBytes = 0

  const runningOf = ({ accountId }: Line): number => runningByAccount.get(accountId) ?? 0

  const nextLine = (): Line | undefined => {
    let next: Line | undefined
    for (const line of lines) {
      if (line.running >= line.maxConcurrent || runningOf(line) >= maxPerAccount) continue
      // One piece of work may always run: otherwise emails that together hold all the memory would deadlock.
      if (heldBytes >= maxHeldBytes && running > 0) continue
      if ((heldByAccount.get(line.accountId) ?? 0) >= maxHeldBytesPerAccount && runningOf(line) > 0) continue
      if (!next || isBefore(line, next)) next = line
    }
    return next
  }

  const isBefore = (line: Line, other: Line): boolean => {
    const lastTurn = ({ accountId }: Line): number => lastTurns.get(accountId) ?? 0
    return (
      (runningOf(line) - runningOf(other) ||
        lastTurn(line) - lastTurn(other) ||
        line.running - other.running) < 0
    )
  }

  const tellIdle = (line: Line): void => {
    const isIdle = line.running === 0 && line.waiting.size > 0
    if (isIdle === line.isIdle) return
    line.isIdle = isIdle
    line.listener(isIdle)
  }

  const count = (line: Line, change: 1 | -1): void => {
    line.running += change
    running += change
    const ofAccount = runningOf(line) + change
    if (ofAccount === 0) runningByAccount.delete(line.accountId)
    else runningByAccount.set(line.accountId, ofAccount)
    if (running === 0 && lines.size === 0) lastTurns.clear()
  }

  const hold = ({ accountId }: Line, bytes: number): void => {
    heldBytes += bytes
    const ofAccount = (heldByAccount.get(accountId) ?? 0) + bytes
    if (ofAccount === 0) heldByAccount.delete(accountId)
    else heldByAccount.set(accountId, ofAccount)
    if (bytes < 0) startNext()
  }

  const startNext = (): void => {
    for (let line = nextLine(); line && running < maxConcurrent; line = nextLine()) {
      const [start] = line.waiting
      if (!start) return
      line.waiting.delete(start)
      lines.delete(line)
      if (line.waiting.size > 0) lines.add(line)
      lastTurns.set(line.accountId, ++turns)
      count(line, 1)
      start()
      tellIdle(line)
    }
  }

  const turnOf = (line: Line, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        line.waiting.delete(start)
        if (line.waiting.size === 0) lines.delete(line)
        reject(signal.reason as Error)
        tellIdle(line)
      }
      const start = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.throwIfAborted()
      signal.addEventListener('abort', leave, { once: true })
      line.waiting.add(start)
      lines.add(line)
      startNext()
      tellIdle(line)
    })

  return {
    open: (accountId, maxOfEmail) => {
      const line: Line = {
        accountId,
        maxConcurrent: maxOfEmail,
        running: 0,
        waiting: new Set(),
        isIdle: false,
        listener: () => undefined,
      }
      return {
        run: async (work, signal) => {
          await turnOf(line, signal)
          try {
            return await work()
          } finally {
            count(line, -1)
            startNext()
            tellIdle(line)
          }
        },
        hold: (bytes) => hold(line, bytes),
        isHeldUp: () => line.waiting.size > 0 && line.running < line.maxConcurrent,
        onIdle: (listener) => {
          line.listener = listener
        },
      }
    },
  }
}
