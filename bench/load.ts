import autocannon from 'autocannon'

/** What a round of requests took. */
export interface Round {
  perSecond: number
  /** Milliseconds of each request. */
  times: number[]
}

/**
 * Sends `amount` requests over 10 kept connections, as fast as they are answered; `next` gives each its body. Rejects unless all were
 * answered with 200.
 */
export function sendRound(
  url: string,
  amount: number,
  request: { method: 'GET' | 'POST'; headers: Record<string, string>; nextBody?: () => string },
): Promise<Round> {
  const { nextBody, method, headers } = request
  const times: number[] = []
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        amount,
        connections: 10,
        // The stack's CA is of its own home.
        tlsOptions: { rejectUnauthorized: false },
        requests: [
          {
            method,
            headers,
            ...(nextBody && { setupRequest: (one) => ({ ...one, body: nextBody() }) }),
          },
        ],
      },
      (error: unknown, result) => {
        const seconds = (performance.now() - startedAt) / 1_000
        if (error) reject(error instanceof Error ? error : new Error(JSON.stringify(error)))
        else if (result['2xx'] !== amount)
          reject(new Error(`${url}: ${result['2xx']} of ${amount} were answered with 2xx`))
        else resolve({ perSecond: amount / seconds, times })
      },
    )
    instance.on('response', (_client, _statusCode, _bytes, responseTime) => times.push(responseTime))
  })
}
