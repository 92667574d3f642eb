import autocannon from 'autocannon'

export interface Round {
  perSecond: number
  /** Milliseconds of each request. */
  times: number[]
}

const connections = 10
/** Each connection builds one body when it opens, and one that is never sent when it ends. */
export const bodiesNeeded = (amount: number): number => amount + 2 * connections

/**
 * Sends requests over 10 keep-alive connections, each its next as soon as the last is answered. Calls `nextBody` up to
 * `bodiesNeeded(amount)` times. Rejects unless all are answered with 2xx.
 */
export function sendRound(
  url: string,
  amount: number,
  request: { method: 'GET' | 'POST'; headers: Record<string, string>; nextBody?: () => string },
): Promise<Round> {
  const { nextBody, method, headers } = request
  const times: number[] = []
  const answeredAt: number[] = []
  let refused = ''
  return new Promise((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        amount,
        connections,
        // The stack's certificate is signed by a CA of its own.
        tlsOptions: { rejectUnauthorized: false },
        requests: [
          {
            method,
            headers,
            onResponse: (status, body) => {
              if (status !== 200) refused ||= `${status} ${body}`
            },
            ...(nextBody && { setupRequest: (one) => ({ ...one, body: nextBody() }) }),
          },
        ],
      },
      (error: unknown, result) => {
        // Not autocannon's own duration, which it measures in whole seconds.
        const seconds = ((answeredAt.at(-1) ?? NaN) - (answeredAt[0] ?? NaN)) / 1_000
        if (error) reject(error instanceof Error ? error : new Error(JSON.stringify(error)))
        else if (result['2xx'] !== amount)
          reject(new Error(`${url}: ${result['2xx']} of ${amount} were answered with 2xx; ${refused}`))
        else resolve({ perSecond: (amount - 1) / seconds, times })
      },
    )
    instance.on('response', (_client, _statusCode, _bytes, responseTime) => {
      times.push(responseTime)
      answeredAt.push(performance.now())
    })
  })
}
