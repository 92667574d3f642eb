import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { rootCertificates, type TLSSocket } from 'node:tls'

export interface TlsAnswer {
  status: number | undefined
  headers: IncomingMessage['headers']
  body: string
  /** When the certificate ends. */
  endsAt: Date
  /** Why the certificate is not trusted, as OpenSSL says it; undefined when it is. */
  distrust: string | undefined
}

/**
 * GET, for diagnosis alone: a certificate that is not trusted is told, and not refused. `ca`: PEM of further
 * authorities. Redirects are not followed. Rejects when there is no answer in time.
 */
export async function askTls(
  url: string,
  { ca, timeoutMs }: { ca?: string | undefined; timeoutMs: number },
): Promise<TlsAnswer> {
  const request = https.request(url, {
    ...{ agent: false, rejectUnauthorized: false, signal: AbortSignal.timeout(timeoutMs) },
    ...(ca && { ca: [...rootCertificates, ca] }),
  })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const socket = response.socket as TLSSocket
  const endsAt = new Date(socket.getPeerCertificate().valid_to)
  const distrust = socket.authorized ? undefined : String(socket.authorizationError)
  const { statusCode: status, headers } = response
  return { status, headers, body: await text(response), endsAt, distrust }
}
