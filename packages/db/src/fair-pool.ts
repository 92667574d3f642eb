import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { withinTimeout } from '@pas/runtime/within-timeout'

/** How long a query waits for a connection, so that a caller has its 503 in time. */
const connectionTimeoutMs = 3_000
/** After it a server that does not answer a dial is given up, and the dial's place in the pool is free again. */
export const diallingTimeoutMs = 10_000

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void

/**
 * pg's pool, with a limit on the wait for a connection that is not over before what the event loop held back has been read: the pool's own
 * timers would give up on a connection that was there in time.
 */
export class FairPool extends Pool {
  constructor(config: PoolConfig) {
    super(config)
    // Between the moment the pool gives a connection and the moment its taker listens, an end of it is nobody's, and Node ends the process for
    // an 'error' nobody listens to. pg keeps in mind that it ended: the taker's query is refused, and the pool drops it.
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
      // In the words of pg's pool, by which `isDatabaseUnavailable` knows it.
      throw new Error('timeout exceeded when trying to connect')
    })
  }
}
