import { prefetchBody, retryBody } from '@pas/api-contract/previews'
import { relayedPathOf } from '../relayed-path'
import { withQuery } from '../with-query'
import { contentTimeoutMs, type AuthorizedCalls } from './authorized-calls'
import { toRelayedBody, type RelayedBody } from './relayed-body'
import {
  changesAnswer,
  changesOfClientsAnswer,
  checksAnswer,
  comparedChecksAnswer,
  previewListAnswer,
  type ApiChange,
  type ApiChangeOfClients,
  type ApiChecks,
  type ApiComparedChecks,
  type ApiPreviewList,
} from './schema'
import { toAnswerError, type ApiRequest } from './send-request'

/** The API takes no more email clients in one call of `changesOfClients` or `checks`. */
export const maxClients = 50

const templateTimeoutMs = 5_000

/** The API's defaults are vertical, images allowed. */
export interface WantedConfiguration {
  client: string
  orientation?: 'vertical' | 'horizontal'
  images?: 'allowed' | 'blocked'
}

export interface PreviewCalls {
  /** The API answers everyone who has the guid: check with `getEmail` that the email is the user's. */
  listPreviews(guid: string, only?: { clients?: readonly string[]; base?: string }): Promise<ApiPreviewList>
  /**
   * Ends with the API's stream, with `signal`, or when this process stops. First check with `getEmail`, as for
   * `listPreviews`.
   */
  openEvents(guid: string, signal: AbortSignal): Promise<RelayedBody>
  /**
   * Resolves to this board's path of the full picture once it is captured. First check with `getEmail`, as for
   * `listPreviews`.
   */
  pictureWhenDrawn(guid: string, preview: WantedConfiguration, signal: AbortSignal): Promise<string>
  /** Starts the captures that have not started. Resolves to all `configurations`. */
  prefetch(
    guid: string,
    configurations: readonly WantedConfiguration[],
  ): Promise<Required<WantedConfiguration>[]>
  /** Captures failed previews again, and resolves to them; 404 once the content is erased. */
  retry(guid: string): Promise<Required<WantedConfiguration>[]>
  /** 404 once the content is erased. */
  changes(guid: string, preview: WantedConfiguration): Promise<ApiChange[]>
  changesOfClients(guid: string, clients: readonly string[]): Promise<ApiChangeOfClients[]>
  /** Begins what must be measured. 404 once the content is erased. */
  checks(guid: string, asked: AskedChecks): Promise<ApiChecks>
  /** Counts as two checks. 404 once the content of either email is erased. */
  comparedChecks(guid: string, base: string, asked: AskedChecks): Promise<ApiComparedChecks>
  /** What is left of a template. A short timeout: pages are shown without it. */
  templateChecks(guid: string): Promise<ApiChecks>
}

export interface AskedChecks {
  /** Empty: those that the user chose. */
  clients: readonly string[]
  /** Names of checks; left out: all. */
  only?: readonly string[]
  /** How long to wait for what is being measured. */
  waitSeconds?: number
  signal?: AbortSignal
}

export const createPreviewCalls = ({ read, send, emailUrl, stopping }: AuthorizedCalls): PreviewCalls => ({
  listPreviews: (guid, { clients = [], base } = {}) =>
    read(previewListAnswer, { url: withQuery(`${emailUrl(guid)}/previews`, { client: clients, base }) }),
  // Sends the user's token: the stream then counts against the account's limit, which strangers cannot use up.
  openEvents: async (guid, signal) =>
    toRelayedBody(
      await send({
        url: `${emailUrl(guid)}/events`,
        headers: { Accept: 'text/event-stream' },
        signal: AbortSignal.any([signal, stopping]),
      }),
    ),
  pictureWhenDrawn: async (guid, { client, ...options }, signal) => {
    const answer = await send({
      url: withQuery(`${emailUrl(guid)}/previews/${encodeURIComponent(client)}/full`, options),
      signal: AbortSignal.any([signal, stopping]),
    })
    const location = answer.headers.get('location')
    if (answer.status !== 301 || location === null) throw await toAnswerError(answer)
    await answer.body?.cancel()
    return relayedPathOf(location)
  },
  prefetch: async (guid, configurations) =>
    (
      await read(prefetchBody, {
        url: `${emailUrl(guid)}/previews/prefetch`,
        method: 'POST',
        body: { configurations },
      })
    ).configurations,
  retry: async (guid) =>
    (await read(retryBody, { url: `${emailUrl(guid)}/previews/retry`, method: 'POST' })).configurations,
  changes: (guid, { client, ...options }) =>
    read(changesAnswer, {
      url: withQuery(`${emailUrl(guid)}/previews/${encodeURIComponent(client)}/changes`, options),
      timeoutMs: contentTimeoutMs,
    }),
  changesOfClients: (guid, clients) =>
    read(changesOfClientsAnswer, {
      url: withQuery(`${emailUrl(guid)}/changes`, { client: clients }),
      timeoutMs: contentTimeoutMs,
    }),
  checks: (guid, asked) => read(checksAnswer, checksRequest(emailUrl(guid), asked, stopping)),
  comparedChecks: (guid, base, asked) =>
    read(comparedChecksAnswer, checksRequest(emailUrl(guid), asked, stopping, base)),
  templateChecks: (guid) =>
    read(checksAnswer, {
      url: withQuery(`${emailUrl(guid)}/checks`, { only: 'template' }),
      timeoutMs: templateTimeoutMs,
    }),
})

const checksRequest = (
  emailUrl: string,
  { clients, only, waitSeconds = 0, signal }: AskedChecks,
  stopping: AbortSignal,
  base?: string,
): ApiRequest => ({
  url: withQuery(`${emailUrl}/checks`, { client: clients, only, base }),
  ...(waitSeconds > 0 && { headers: { Prefer: `wait=${waitSeconds}` } }),
  signal: AbortSignal.any([...(signal ? [signal] : []), stopping]),
  timeoutMs: contentTimeoutMs,
})
