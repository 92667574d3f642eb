import { Agent, fetch, type RequestInit, type Response } from 'undici'
import type { TestAuth, TestUser } from './start-auth'

/** A form's fields; as pairs when a field is sent several times. */
type FormFields = Record<string, string> | [string, string][]

/** A browser without a screen: keeps cookies, follows no redirects. */
export interface Visitor {
  get(pathOrUrl: string, init?: RequestInit): Promise<Response>
  /** Posts a form as a browser does; `Origin` is the service's unless `headers` has another. */
  post(path: string, fields: FormFields, headers?: Record<string, string>): Promise<Response>
  /** Reads the page at this path, for its form token, and posts its form. */
  submit(path: string, fields: FormFields, page?: string): Promise<Response>
  /** The value of a hidden field of the page that was read last. */
  field(name: string): string
  /** Cookies by name. */
  cookies: Map<string, string>
  /** Signs in through the sign-in page. */
  signIn(user: TestUser): Promise<void>
  close(): Promise<void>
}

/** Makes a visitor without cookies, who prefers `language` and, if the service has many places, comes from `place`. */
export function createVisitor(
  auth: Pick<TestAuth, 'url' | 'ca'>,
  { place, language }: { place?: string; language?: string } = {},
): Visitor {
  const agent = new Agent({ connect: { ca: auth.ca } })
  const cookies = new Map<string, string>()
  let page = ''

  async function send(pathOrUrl: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(pathOrUrl, auth.url), {
      redirect: 'manual',
      dispatcher: agent,
      ...init,
      headers: {
        ...(cookie && { Cookie: cookie }),
        ...(place && { 'X-Forwarded-For': place }),
        ...(language && { 'Accept-Language': language }),
        ...(init.headers as Record<string, string> | undefined),
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      if (value === '' || /expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    if (response.headers.get('content-type')?.startsWith('text/html')) page = await response.clone().text()
    return response
  }

  const visitor: Visitor = {
    cookies,
    get: send,
    post: (path, fields, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { Origin: auth.url, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    submit: async (path, fields, formPage = path) => {
      await visitor.get(formPage)
      const token: [string, string] = ['form_token', visitor.field('form_token')]
      return visitor.post(path, [...(Array.isArray(fields) ? fields : Object.entries(fields)), token])
    },
    field: (name) => {
      const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]
      if (value === undefined) throw new Error(`The last page has no field '${name}':\n${page}`)
      return value.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
    },
    signIn: async ({ email, password }) => {
      const answer = await visitor.submit('/login', { email, password })
      if (answer.status !== 303) throw new Error(`Signing in answered ${answer.status}`)
    },
    close: () => agent.close(),
  }
  return visitor
}
