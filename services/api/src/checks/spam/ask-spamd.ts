import { createConnection } from 'node:net'
import type { MeasuredSpam } from '@pas/email-checks/measurements'
import type { HostAndPort } from '@pas/settings/value-schemas'
import { parseSpamdAnswer, SpamdError } from './parse-spamd-answer'

const maxAnswerBytes = 65_536

/**
 * Rejects with a `SpamdError` when spamd gives no whole answer, or with the signal's reason. Source: spamd/PROTOCOL in
 * SpamAssassin, version 1.5.
 */
export async function askSpamd(
  spamd: HostAndPort,
  message: Buffer,
  signal: AbortSignal,
): Promise<MeasuredSpam> {
  signal.throwIfAborted()
  const request = `REPORT SPAMC/1.5\r\nContent-length: ${message.length}\r\n\r\n`
  return parseSpamdAnswer(await exchange(spamd, Buffer.concat([Buffer.from(request), message]), signal))
}

function exchange(spamd: HostAndPort, request: Buffer, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(spamd)
    const chunks: Buffer[] = []
    let length = 0
    const fail = (error: Error): void => {
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      reject(error)
    }
    const onAbort = (): void => {
      fail(signal.reason as Error)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', (cause) => {
      fail(new SpamdError(length > 0 ? 'its answer breaks off' : 'it cannot be reached', { cause }))
    })
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxAnswerBytes) fail(new SpamdError('its answer is too long'))
    })
    socket.on('end', () => {
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      resolve(Buffer.concat(chunks))
    })
    // Both the length and closing our side tell the end of the message, as spamc does.
    socket.end(request)
  })
}
