import { prefetchBody, retryBody } from '@pas/api-contract/previews'
import { contentTimeoutMs, type AuthorizedCalls } from './authorized-calls'
import { withQuery } from '../with-query'
import { relayedBody, type RelayedBody } from './create-public-reader'
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

/** A preview to ask for. Options that are left out have the API's defaults: vertical, images allowed. */
export interface WantedConfiguration {
  client: string
  orientation?: 'vertical' | 'horizontal'
  images?: 'allowed' | 'blocked'
}

/** An email's previews, and what email clients change in it. Each function throws as those of `ApiReader` do. */
export interface PreviewCalls {
  /**
   * All of an email's previews, or those of these email clients. The API gives them to everyone who has the guid: check
   * with `getEmail` that the email is the user's.
   */
  listPreviews(guid: string, clients?: readonly string[]): Promise<ApiPreviewList>
  /**
   * The event stream of an email's previews. The body ends when the API ends it, when `signal` aborts, and when this
   * process stops. The API gives it to everyone who has the guid: check with `getEmail` that the email is the user's.
   */
  openEvents(guid: string, signal: AbortSignal): Promise<RelayedBody>
  /** Starts the captures of these previews that have not started yet. Resolves to all of these previews. */
  prefetch(
    guid: string,
    configurations: readonly WantedConfiguration[],
  ): Promise<Required<WantedConfiguration>[]>
  /** Has the previews that failed captured again, and resolves to them; 404 once the content is erased. */
  retry(guid: string): Promise<Required<WantedConfiguration>[]>
  changes(guid: string, wanted: WantedConfiguration): Promise<ApiChange[]>
  /** What these email clients change. At most 50 codes: the API refuses more. */
  changesOfClients(guid: string, clients: readonly string[]): Promise<ApiChangeOfClients[]>
  /**
   * What is wrong with an email, for these email clients. At most 50 codes: the API refuses more; none: the user's. With
   * `seconds` it waits for what is under way.
   */
  checks(
    guid: string,
    clients: readonly string[],
    wait: { seconds: number; signal: AbortSignal },
  ): Promise<ApiChecks>
}

/** Makes the calls that are about previews. */
export const createPreviewCalls = ({ read, send, emailUrl, stopping }: AuthorizedCalls): PreviewCalls => ({
  listPreviews: (guid, clients = []) =>
    read(previewListAnswer, { url: withQuery(`${emailUrl(guid)}/previews`, { client: clients }) }),
  // With the user's token, so that the stream takes one of the account's places, which no stranger can use up.
  openEvents: async (guid, signal) =>
    relayedBody(
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
})
