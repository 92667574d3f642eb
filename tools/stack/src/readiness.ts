import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'

/** On loopback. With `caFile` by HTTPS, else by HTTP. */
interface ReadyzTarget {
  port: number
  caFile: string | null
}

/** Resolves when `GET /readyz` answers 200, or when `signal` aborts. */
export async function untilReadyz(target: ReadyzTarget, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (await isReady(target)) return
    await delay(100, undefined, { signal }).catch(() => undefined)
  }
}

/** False also when it does not answer. */
export function isReady({ port, caFile }: ReadyzTarget): Promise<boolean> {
  const options = { host: '127.0.0.1', port, path: '/readyz', timeout: 3_000, agent: false as const }
  return new Promise((resolve) => {
    const answered = (response: http.IncomingMessage): void => {
      response.resume()
      resolve(response.statusCode === 200)
    }
    const request = caFile
      ? https.get({ ...options, ca: readFileSync(caFile), servername: 'localhost' }, answered)
      : http.get(options, answered)
    request.on('timeout', () => request.destroy())
    request.on('error', () => {
      resolve(false)
    })
  })
}
