import { setTimeout as sleep } from 'node:timers/promises'
import { commandServiceOf } from './command-service'
import { readEvents } from './read-events'
import { createCalls, type Calls, type Waiting } from './service-calls'
import { ServiceError } from './service-error'
import { checksPath, emailPath, previewsPath, query } from './service-paths'
import type { OfChecks, OfMail, OfPreviews } from './service-paths'
import type { ServiceOptions } from './service-request'
import type * as wire from './wire'

export type Service = ReturnType<typeof createService>

/** The instant interface of docs/contract.md. Everything throws a `ServiceError`. */
export function createService(options: ServiceOptions) {
  const calls = createCalls(options)
  const service = commandServiceOf(calls)
  return { ...service, ...emailsOf(calls, service), ...previewsOf(calls), ...checksOf(calls) }
}

function emailsOf({ get }: Calls, { listEmails }: ReturnType<typeof commandServiceOf>) {
  return {
    getEmail: (guid: string) => get<wire.Email>(emailPath(guid)),

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
  }
}

function noEmail({ to, inbox }: OfMail, timeoutMs: number): ServiceError {
  const where = `${to ? ` to ${to}` : ''}${inbox ? ` into the inbox ${inbox}` : ''}`
  const remedy = 'Check that the app sends to this service, with the inbox as its SMTP user name.'
  return new ServiceError(`No email came${where} in ${timeoutMs / 1000} s. ${remedy}`, 200)
}

function previewsOf({ get, send, ask, stopsBy }: Calls) {
  return {
    requestPreviews: (guid: string, configurations: wire.PrefetchRequest['configurations']) =>
      send<wire.Prefetch>(`${emailPath(guid)}/previews/prefetch`, { configurations }),
    /** Has those that failed captured once more. */
    retryPreviews: (guid: string) => send<unknown>(`${emailPath(guid)}/previews/retry`, {}),
    getPreviews: (guid: string, of: OfPreviews = {}) => get<wire.PreviewList>(previewsPath(guid, of)),
    /** The PNG of one preview, for which its capture is waited. */
    drawPreview: async (guid: string, client: string, signal?: AbortSignal) => {
      const path = `${emailPath(guid)}/previews/${encodeURIComponent(client)}/full`
      return (await ask({ path, redirect: 'follow', signal })).bytes
    },

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

const checksOf = ({ get, untilComplete }: Calls) => ({
  getChangesSince: (guid: string, base: string, clients: readonly string[]) =>
    get<wire.ComparedChanges>(`${emailPath(guid)}/changes${query({ base, client: clients })}`),
  checkEmail: (guid: string, of: OfChecks = {}) => get<wire.Checks>(checksPath(guid, of)),
  waitForComparedChecks: (guid: string, base: string, of: OfChecks = {}, waiting: Waiting = {}) =>
    untilComplete<wire.ComparedChecks>(checksPath(guid, of, base), waiting, 20),
})
