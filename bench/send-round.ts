import autocannon from 'autocannon'

/** What a round of requests took. */
export interface Round {
  perSecond: number
  /** Milliseconds of each request. */
  times: number[]
}

const connections = 10
/** A connection builds a request when it is made, and one that is never sent when it ends. */
export const bodiesNeeded = (amount: number): number => amount + 2 * connections

/**
 * Sends `amount` requests over 10 kept connections, as fast as they are answered; `nextBody` gives each its body and is
 * asked for up to `bodiesNeeded`. Rejects unless all were answered with 200.
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
        // The stack's CA is of its own home.
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
        // autocannon itself looks at the clock once a second only.
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
