import { prefetchBody, retryBody } from '@pas/api-contract/previews'
import { withQuery } from '../with-query'
import { contentTimeoutMs, type AuthorizedCalls } from './authorized-calls'
import { toRelayedBody, type RelayedBody } from './relayed-body'
import {
  changesAnswer,
  changesOfClientsAnswer,
  checksAnswer,
  previewListAnswer,
  type ApiChange,
  type ApiChangeOfClients,
  type ApiChecks,
  type ApiPreviewList,
} from './schema'

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
  /** Without `clients`, those that the user chose. `seconds`: how long to wait for running measurements. */
  checks(
    guid: string,
    clients: readonly string[],
    wait: { seconds: number; signal: AbortSignal },
  ): Promise<ApiChecks>
  /** What is left of a template. A short timeout: pages are shown without it. */
  templateChecks(guid: string): Promise<ApiChecks>
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
  checks: (guid, clients, { seconds, signal }) =>
    read(checksAnswer, {
      url: withQuery(`${emailUrl(guid)}/checks`, { client: clients }),
      ...(seconds > 0 && { headers: { Prefer: `wait=${seconds}` } }),
      signal: AbortSignal.any([signal, stopping]),
      timeoutMs: contentTimeoutMs,
    }),
  templateChecks: (guid) =>
    read(checksAnswer, {
      url: withQuery(`${emailUrl(guid)}/checks`, { only: 'template' }),
      timeoutMs: templateTimeoutMs,
    }),
})
