import { readFileSync } from 'node:fs'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, getCACertificates, type TLSSocket } from 'node:tls'
import type { Environment } from '../read-environment'
import { check, skipped, type Check, type Finding } from './check'
import { judgeCertificate } from './judge-certificate'

const timeoutMs = 5_000
const maxReplyBytes = 8_192

/** Whether mail is taken by SMTP, whether a key can be told there, and how long the certificate is valid. */
export function checkSmtp(env: Environment, now: Date): Promise<Check> {
  const advice = 'check that api runs, with SMTP_PORT, and SMTP_ADDRESS'
  return check('smtp', advice, async () => {
    const address = addressOf(env)
    if (address === null)
      return skipped('neither SMTP_PORT nor SMTP_ADDRESS is set: no mail is taken, or not seen from here')
    if (env.SMTP_PROXY_PROTOCOL === '1')
      return skipped('SMTP_PROXY_PROTOCOL is set: ask it from outside, through the proxy')
    const ca = env.NODE_EXTRA_CA_CERTS && readFileSync(env.NODE_EXTRA_CA_CERTS, 'utf8')
    return askSmtp(address, ca, now)
  })
}

/** In the container of api the port of api itself: SMTP_ADDRESS is that of another machine. */
function addressOf({ HOST, SMTP_PORT, SMTP_ADDRESS }: Environment): { host: string; port: number } | null {
  const isOne = HOST && !['0.0.0.0', '::'].includes(HOST)
  if (SMTP_PORT) return { host: isOne ? HOST : '127.0.0.1', port: Number(SMTP_PORT) }
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(SMTP_ADDRESS ?? '') ?? []
  return host && port ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : null
}

async function askSmtp(
  { host, port }: { host: string; port: number },
  ca: string | undefined,
  now: Date,
): Promise<Finding> {
  const place = `${host}:${port}`
  const signal = AbortSignal.timeout(timeoutMs)
  const socket = connect({ host, port, signal })
  try {
    const greeting = await nextReply(socket, signal)
    const offers = greeting.startsWith('220 ') ? await command(socket, 'EHLO pas-doctor', signal) : ''
    // What only this service says.
    const isIt =
      offers.startsWith('250') && (await command(socket, 'VRFY x', signal)).includes('any recipient is taken')
    if (!isIt) throw new Error(`what answers at ${place} is not this installation's api`)
    if (/^250[- ]STARTTLS\r$/m.test(offers)) {
      const refusal = await command(socket, 'STARTTLS', signal)
      if (!refusal.startsWith('220')) throw new Error(`${place} offers STARTTLS and does not begin it`)
      const certificate = await beginTls(socket, host, ca, signal)
      return judgeCertificate(certificate, { place, callers: 'senders' }, now)
    }
    if (/^250[- ]AUTH /m.test(offers)) return { status: 'ok', detail: `${place} answers, without TLS` }
    return {
      status: 'warned',
      detail: `${place} answers, and offers neither STARTTLS nor AUTH here, so no sender can tell its key: set TLS_CERT_FILE, or SMTP_CLEAR_AUTH where the network is yours`,
    }
  } finally {
    socket.destroy()
  }
}

function command(socket: Socket, line: string, signal: AbortSignal): Promise<string> {
  const reply = nextReply(socket, signal)
  socket.write(`${line}\r\n`)
  return reply
}

/** A whole reply (RFC 5321 §4.2.1), or what another program says instead. */
function nextReply(socket: Socket, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const end = (settle: () => void): void => {
      socket.off('data', onData).off('error', reject).off('close', onClose)
      signal.removeEventListener('abort', onAbort)
      settle()
    }
    const onAbort = (): void => end(() => reject(new Error(`no answer within ${timeoutMs / 1_000} s`)))
    const onClose = (): void => end(() => reject(new Error('the connection was closed without an answer')))
    const onData = (chunk: Buffer): void => {
      received += chunk.toString('latin1')
      if (/^\d{3} [^\r\n]*\r?\n/m.test(received) || received.length > maxReplyBytes)
        end(() => resolve(received))
    }
    socket.on('data', onData).on('error', reject).on('close', onClose)
    signal.addEventListener('abort', onAbort)
  })
}

/** A certificate that is not trusted is told, and not refused: nothing is sent. */
function beginTls(
  socket: Socket,
  host: string,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<{ endsAt: Date; distrust: string | undefined }> {
  return new Promise((resolve, reject) => {
    const secure: TLSSocket = connectTls({
      socket,
      rejectUnauthorized: false,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca && { ca: [...getCACertificates('default'), ca] }),
    })
    secure.once('error', reject)
    signal.addEventListener('abort', () => reject(new Error('TLS was not begun in time')))
    secure.once('secureConnect', () => {
      const endsAt = new Date(secure.getPeerCertificate().valid_to)
      const distrust = secure.authorized ? undefined : String(secure.authorizationError)
      resolve({ endsAt, distrust })
    })
  })
}
