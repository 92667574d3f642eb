import http from 'node:http'
import { EngineProcessError } from '../supervised/engine-process'
import { keyHeader } from './webmail-files'

/** The longest that nothing comes: more than a capture takes. */
const answerTimeoutMs = 30_000

/** What the webmail answered. */
export interface WebmailResponse {
  status: number
  contentType: string
  body: Buffer
}

/** A user who is logged in. */
export interface WebmailSession {
  /** `target` is path and query. Rejects with an `EngineProcessError` when there is no answer. */
  get(target: string): Promise<WebmailResponse>
  /** What it still waits for is of no use any more. */
  end(): void
}

export interface WebmailAddress {
  /** The socket that PHP is reached by. */
  socketPath: string
  key: string
  password: string
  /** Of one session at a time. With all sessions busy PHP has one worker more, which answers then. */
  requestsPerSession: number
}

/** The requests of one session: they take turns among themselves, so that no message keeps another's waiting. */
interface Requests {
  agent: http.Agent
  underWay: Set<http.ClientRequest>
  isEnded: boolean
}

interface Exchange extends WebmailResponse {
  setCookies: readonly string[]
}

/** The webmail's HTTP side. Only we have its key and its cookies; the browser never sees either. */
export class Webmail {
  private isSilent = false

  constructor(private readonly address: WebmailAddress) {}

  /** A request got no answer: PHP, or one of its workers, which nobody starts again, is gone. */
  get isGone(): boolean {
    return this.isSilent
  }

  /**
   * Logs in as its one user: each capture for itself, since Roundcube keeps in the session which style sheets and which remote images
   * a message may have.
   */
  async logIn(): Promise<WebmailSession> {
    const { requestsPerSession: maxSockets } = this.address
    const requests: Requests = { agent: new http.Agent({ maxSockets }), underWay: new Set(), isEnded: false }
    const cookies = new Map<string, string>()
    const ask = async (target: string, form?: Record<string, string>): Promise<Exchange> => {
      const response = await this.exchange(target, { cookies, form, requests })
      for (const cookie of response.setCookies) keepCookie(cookies, cookie)
      return response
    }
    const page = await ask('/?_task=login')
    const token = /name="_token" value="(\w+)"/.exec(page.body.toString())?.[1]
    if (token === undefined) throw new EngineProcessError('the webmail showed no form to log in')
    const answer = await ask('/?_task=login', {
      _task: 'login',
      _action: 'login',
      _token: token,
      _timezone: 'UTC',
      _url: '',
      _user: 'reader',
      _pass: this.address.password,
    })
    // Who is let in is sent on to the mail; who is not sees the form again.
    if (answer.status !== 302) throw new EngineProcessError('the webmail did not let us in')
    return {
      get: (target) => ask(target),
      end: () => {
        requests.isEnded = true
        for (const request of requests.underWay) request.destroy()
      },
    }
  }

  private exchange(
    target: string,
    {
      cookies,
      form,
      requests,
    }: {
      cookies: Map<string, string>
      form: Record<string, string> | undefined
      requests: Requests
    },
  ): Promise<Exchange> {
    const body = form && new URLSearchParams(form).toString()
    return new Promise((resolve, reject) => {
      const fail = (cause: Error): void => {
        this.isSilent ||= !requests.isEnded
        reject(new EngineProcessError('the webmail did not answer', { cause }))
      }
      const request = http.request({
        socketPath: this.address.socketPath,
        // As PHP knows itself.
        host: 'localhost',
        path: target,
        agent: requests.agent,
        timeout: answerTimeoutMs,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          [keyHeader]: this.address.key,
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        },
      })
      requests.underWay.add(request)
      request.on('close', () => requests.underWay.delete(request))
      request.on('timeout', () => request.destroy(new Error('it took too long')))
      if (requests.isEnded) request.destroy()
      request.on('error', fail).on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', fail)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            contentType: response.headers['content-type'] ?? '',
            setCookies: response.headers['set-cookie'] ?? [],
            body: Buffer.concat(chunks),
          }),
        )
      })
      request.end(body)
    })
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';', 1)
  const name = pair.slice(0, pair.indexOf('='))
  const value = pair.slice(pair.indexOf('=') + 1)
  // Roundcube's mark for a cookie that it takes back.
  if (value === '-del-') cookies.delete(name)
  else cookies.set(name, value)
}
