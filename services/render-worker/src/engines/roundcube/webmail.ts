import http from 'node:http'
import { EngineProcessError } from '../supervised/engine-process'
import { keyHeader } from './webmail-files'

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
}

export interface WebmailAddress {
  port: number
  key: string
  password: string
  /** Requests at a time; PHP has one worker more, which answers when these are all busy. */
  maxRequests: number
}

interface Exchange extends WebmailResponse {
  setCookies: readonly string[]
}

/** The webmail's HTTP side. Only we have its key and its cookies; the browser never sees either. */
export class Webmail {
  private readonly agent: http.Agent
  private isSilent = false

  constructor(private readonly address: WebmailAddress) {
    this.agent = new http.Agent({ maxSockets: address.maxRequests })
  }

  /** A request got no answer: PHP, or one of its workers, which nobody starts again, is gone. */
  get isGone(): boolean {
    return this.isSilent
  }

  /**
   * Logs in as its one user: each capture for itself, since Roundcube keeps in the session which style sheets and which remote images
   * a message may have. With `outOfTurn` all its requests go before those that wait.
   */
  async logIn({ outOfTurn = false } = {}): Promise<WebmailSession> {
    const agent = outOfTurn ? undefined : this.agent
    const cookies = new Map<string, string>()
    const ask = async (target: string, form?: Record<string, string>): Promise<Exchange> => {
      const response = await this.exchange(target, { cookies, form, agent })
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
    return { get: (target) => ask(target) }
  }

  private exchange(
    target: string,
    {
      cookies,
      form,
      agent,
    }: {
      cookies: Map<string, string>
      form: Record<string, string> | undefined
      agent: http.Agent | undefined
    },
  ): Promise<Exchange> {
    const body = form && new URLSearchParams(form).toString()
    return new Promise((resolve, reject) => {
      const fail = (cause: Error): void => {
        this.isSilent = true
        reject(new EngineProcessError('the webmail did not answer', { cause }))
      }
      const request = http.request({
        host: '127.0.0.1',
        port: this.address.port,
        path: target,
        ...(agent && { agent }),
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          [keyHeader]: this.address.key,
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        },
      })
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
