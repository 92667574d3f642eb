import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { currentCaller } from '@pas/runtime/caller'
import { createFairQueue, type FairLine, type FairQueue } from '@pas/runtime/fair-queue'
import { withinTimeout } from '@pas/runtime/within-timeout'

/** Wait of a query for a connection; short enough for a 503 in time. */
const connectionTimeoutMs = 3_000
/** Time for connecting to the server; then the place in the pool is free. */
export const diallingTimeoutMs = 10_000

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void

/**
 * Callers take turns for connections. Their timeout ends after the event loop has read the sockets: after a blocked
 * loop, a connection that was ready in time counts.
 */
export class FairPool extends Pool {
  private readonly turns: FairQueue

  constructor({ max, ...config }: PoolConfig & { max: number }) {
    super({ max, ...config })
    // A quarter is left for other callers: otherwise they would wait for a statement, which may take seconds.
    this.turns = createFairQueue({ maxConcurrent: max, maxPerAccount: Math.ceil((max * 3) / 4) })
    // Node ends the process for an 'error' event without a listener, and the pool gives connections out without one.
    // The error is not lost: pg refuses a query on an ended connection.
    this.on('connect', (connection) => connection.on('error', () => undefined))
  }

  override connect(): Promise<PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<PoolClient> | undefined {
    const connecting = this.connectInTime()
    if (!connected) return connecting
    connecting.then(
      (client) => connected(undefined, client, (release) => client.release(release)),
      (error: unknown) => connected(error as Error, undefined, () => undefined),
    )
  }

  private connectInTime(): Promise<PoolClient> {
    const line = this.turns.open(currentCaller(), Infinity)
    const endTurn = line.begin()
    // There is one: neither a turn nor a connection is waited for.
    if (endTurn && this.idleCount > 0) return this.connectInTurn(endTurn)
    return this.waitForConnection(line, endTurn)
  }

  private waitForConnection(line: FairLine, endTurn: (() => void) | null): Promise<PoolClient> {
    const waiting = new AbortController()
    const connecting = endTurn
      ? this.connectInTurn(endTurn)
      : untilTurn(line, waiting.signal).then((end) => this.connectInTurn(end))
    connecting.then(
      (client) => {
        // It came after the timeout.
        if (waiting.signal.aborted) client.release()
      },
      () => undefined,
    )
    return withinTimeout(connecting, connectionTimeoutMs, () => {
      // The text of pg's pool, which `isDatabaseUnavailable` knows.
      const late = new Error('timeout exceeded when trying to connect')
      waiting.abort(late)
      throw late
    })
  }

  private async connectInTurn(endTurn: () => void): Promise<PoolClient> {
    const client = await super.connect().catch((error: unknown) => {
      endTurn()
      throw error
    })
    const release = client.release.bind(client)
    client.release = (error) => {
      release(error)
      endTurn()
    }
    return client
  }
}

/** Resolves to what ends the turn. */
const untilTurn = (line: FairLine, signal: AbortSignal): Promise<() => void> =>
  new Promise((begin, reject) => {
    const turn = (): Promise<void> => new Promise((end) => begin(end))
    line.run(turn, signal).catch(reject)
  })
