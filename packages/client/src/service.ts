import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from './read-events'
import { createCalls, type Calls, type Waiting } from './service-calls'
import { ServiceError } from './service-error'
import type { ServiceOptions } from './service-request'
import type * as wire from './wire'

export interface OfChecks {
  only?: readonly string[]
  /** Codes. Left out: those that the user of the access token chose, or the popular ones. */
  clients?: readonly string[]
}

export interface OfPreviews {
  clients?: readonly string[]
  /** Another email of the account, such as the version before: each entry then has a `comparison`. */
  base?: string
}

export interface OfMail {
  inbox?: string
  to?: string
  /** The guid of the last email that was seen. */
  after?: string
  reference?: string
  limit?: number
}

export interface Creation {
  idempotencyKey?: string
  /** Ends pauses between repetitions, but no request under way. */
  pauseSignal?: AbortSignal
}

export type Service = ReturnType<typeof createService>

/** The instant interface of docs/contract.md. Everything throws a `ServiceError`. */
export function createService(options: ServiceOptions) {
  const calls = createCalls(options)
  return { ...emailsOf(calls), ...previewsOf(calls), ...picturesOf(calls), ...checksOf(calls) }
}

function emailsOf({ get, send, ask }: Calls) {
  const listEmails = (of: OfMail = {}, waiting: { waitS?: number; signal?: AbortSignal | undefined } = {}) =>
    get<wire.EmailList>(`/emails${query({ ...of })}`, waiting)
  return {
    /** Safe to repeat by its key: a repetition makes no second email. */
    createEmail: (email: wire.NewEmail, { idempotencyKey = randomUUID(), pauseSignal }: Creation = {}) => {
      const headers = { 'Idempotency-Key': `"${idempotencyKey}"` }
      return send<wire.CreatedEmail>('/emails', email, { headers, pauseSignal })
    },
    getEmail: (guid: string) => get<wire.Email>(emailPath(guid)),
    listEmails,

    /** The emails that came behind `after`, oldest first: the first of them is waited for. */
    async waitForEmails(of: OfMail, { timeoutMs = 30_000, signal }: Waiting = {}): Promise<wire.Email[]> {
      const endsAtMs = performance.now() + timeoutMs
      for (;;) {
        const waitS = Math.min(30, Math.max(1, Math.ceil((endsAtMs - performance.now()) / 1000)))
        const { emails } = await listEmails(of, { waitS, signal })
        if (emails.length > 0) return emails
        if (performance.now() >= endsAtMs) throw noEmail(of, timeoutMs)
      }
    },

    /** At once and for good. One that is gone already is no failure. */
    async deleteEmail(guid: string, signal?: AbortSignal): Promise<void> {
      try {
        await ask({ method: 'DELETE', path: emailPath(guid), signal })
      } catch (error) {
        if (!(error instanceof ServiceError && error.status === 404)) throw error
      }
    },
  }
}

function noEmail({ to, inbox }: OfMail, timeoutMs: number): ServiceError {
  const where = `${to ? ` to ${to}` : ''}${inbox ? ` into the inbox ${inbox}` : ''}`
  const remedy = 'Check that the app sends to this service, with the inbox as its SMTP user name.'
  return new ServiceError(`No email came${where} in ${timeoutMs / 1000} s. ${remedy}`, 200)
}

function previewsOf({ get, send, ask, untilComplete, stopsBy }: Calls) {
  return {
    requestPreviews: (guid: string, configurations: wire.PrefetchRequest['configurations']) =>
      send<wire.Prefetch>(`${emailPath(guid)}/previews/prefetch`, { configurations }),
    /** Has those that failed captured once more. */
    retryPreviews: (guid: string) => send<unknown>(`${emailPath(guid)}/previews/retry`, {}),
    getPreviews: (guid: string, of: OfPreviews = {}) => get<wire.PreviewList>(previewsPath(guid, of)),
    waitForPreviews: (guid: string, of: OfPreviews = {}, waiting: Waiting = {}) =>
      untilComplete<wire.PreviewList>(previewsPath(guid, of), waiting, 30),
    getConfigurations: (signal?: AbortSignal) =>
      get<wire.Configurations>('/clients/configurations', { signal }),

    /** Connects again when the stream ends, until the email is gone or the caller stops reading. */
    async *followPreviews(guid: string, signal?: AbortSignal): AsyncGenerator<wire.PreviewEvent> {
      const headers = { Accept: 'text/event-stream' }
      for (;;) {
        const { response } = await ask({ path: `${emailPath(guid)}/events`, headers, isStream: true, signal })
        try {
          for await (const { event, data } of readEvents(response.body as AsyncIterable<Uint8Array>)) {
            yield { event, data: JSON.parse(data) as unknown } as wire.PreviewEvent
            if (event === 'gone') return
          }
        } catch (error) {
          if (error instanceof ServiceError || stopsBy(signal).aborted) throw error
        }
        await sleep(2000, undefined, { signal: stopsBy(signal) })
      }
    },
  }
}

function picturesOf({ get, ask }: Calls) {
  return {
    /** A picture's PNG, from an address that the service named. */
    getPicture: async (url: string, signal?: AbortSignal) => (await ask({ path: url, signal })).bytes,
    /** The PNG of one preview, for which its capture is waited. */
    drawPreview: async (guid: string, client: string, signal?: AbortSignal) => {
      const path = `${emailPath(guid)}/previews/${encodeURIComponent(client)}/full`
      return (await ask({ path, redirect: 'follow', signal })).bytes
    },
    /** What stands at a comparison's `summary_url`. */
    getDifference: (summaryUrl: string, signal?: AbortSignal) =>
      get<wire.DifferenceSummary>(summaryUrl, { signal }),
    getChangesSince: (guid: string, base: string, clients: readonly string[]) =>
      get<wire.ComparedChanges>(`${emailPath(guid)}/changes${query({ base, client: clients })}`),
  }
}

function checksOf({ get, send, untilComplete }: Calls) {
  /** Stores nothing, and neither fetches nor draws. */
  const checkUnstored = (email: wire.NewEmail, of: OfChecks = {}, signal?: AbortSignal) =>
    send<wire.Checks>('/checks', { ...email, ...of }, { signal })
  return {
    checkEmail: (guid: string, of: OfChecks = {}) => get<wire.Checks>(checksPath(guid, of)),
    waitForChecks: (guid: string, of: OfChecks = {}, waiting: Waiting = {}) =>
      untilComplete<wire.Checks>(checksPath(guid, of), waiting, 20),
    waitForComparedChecks: (guid: string, base: string, of: OfChecks = {}, waiting: Waiting = {}) =>
      untilComplete<wire.ComparedChecks>(checksPath(guid, of, base), waiting, 20),
    checkUnstored,
    /** Codes: those that are meant where none is named. */
    getDefaultClients: async (signal?: AbortSignal) =>
      (await checkUnstored({ plain_text: '-' }, { only: ['subject'] }, signal)).clients_checked,
  }
}

const emailPath = (guid: string): string => `/emails/${encodeURIComponent(guid)}`
const previewsPath = (guid: string, { clients, base }: OfPreviews): string =>
  `${emailPath(guid)}/previews${query({ client: clients, base })}`
const checksPath = (guid: string, { only, clients }: OfChecks, base?: string): string =>
  `${emailPath(guid)}/checks${query({ only, client: clients, base })}`

function query(of: Record<string, string | number | readonly string[] | undefined>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(of))
    for (const one of [value ?? []].flat()) parameters.append(name, String(one))
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}
