import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { withinTimeout } from '@pas/runtime/within-timeout'

/** How long a query waits for a connection from the pool, short enough for the caller to get its 503 in time. */
const connectionTimeoutMs = 3_000
/** Timeout of connecting to the server. After it the attempt's place in the pool is free again. */
export const diallingTimeoutMs = 10_000

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void

/**
 * pg's pool with a timeout of its own on the wait for a connection. It ends only after the event loop has read the
 * sockets: after a blocked event loop, the pool's own timer would fire before a connection that was ready in time is
 * seen.
 */
export class FairPool extends Pool {
  constructor(config: PoolConfig) {
    super(config)
    // Node ends the process for an 'error' event without a listener, and a connection has none from the moment the pool
    // gives it out until its user adds one. The error is not lost: pg refuses a query on an ended connection, and the
    // pool drops it.
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
    let isLate = false
    const connecting = super.connect()
    connecting.then(
      (client) => {
        if (isLate) client.release()
      },
      () => undefined,
    )
    return withinTimeout(connecting, connectionTimeoutMs, () => {
      isLate = true
      // The text of pg's pool, by which `isDatabaseUnavailable` recognises it.
      throw new Error('timeout exceeded when trying to connect')
    })
  }
}
