import type { Language } from '@pas/pages/languages'
import type { z } from 'zod'
import {
  createPublicReader,
  relayedBody,
  type PublicReader,
  type ReaderDeps,
  type RelayedBody,
} from './create-public-reader'
import {
  assetsAnswer,
  changesAnswer,
  changesOfClientsAnswer,
  chosenClientsAnswer,
  clientSetsAnswer,
  configurationsAnswer,
  createdEmailAnswer,
  createdShareAnswer,
  currentUserAnswer,
  emailAnswer,
  emailListAnswer,
  previewListAnswer,
  shareListAnswer,
  sourceAnswer,
  type ApiAsset,
  type ApiChange,
  type ApiChangeOfClients,
  type ApiClientSet,
  type ApiCreatedEmail,
  type ApiCreatedShare,
  type ApiEmail,
  type ApiEmailList,
  type ApiPreviewList,
  type ApiShareList,
  type ApiSource,
  type ApiUser,
} from './schema'
import { readAnswer, sendRequest, toAnswerError, type ApiRequest, type CountBytes } from './send-request'
import type { SignedOutError } from './signed-out-error'

/** The access tokens of a session. */
export interface AccessTokens {
  /** An access token that has not expired. Throws as `replace` does. */
  get(): Promise<string>
  /**
   * An access token other than `refused`. Throws a `SignedOutError` when the refresh token is not valid either, an
   * `AuthUnavailableError` when auth cannot be asked, and an `ApiAnswerError` with status 503 when another request
   * claimed the refresh token and has not stored new tokens in time.
   */
  replace(refused: string): Promise<string>
  /** Ends the session, and resolves to the error to throw. */
  end(): Promise<SignedOutError>
}

/** A preview to ask for. Options that are left out have the API's defaults: vertical, images allowed. */
export interface WantedConfiguration {
  client: string
  orientation?: 'vertical' | 'horizontal'
  images?: 'allowed' | 'blocked'
}

/** The body of `POST /emails` (docs/contract.md §4.3). */
export interface NewEmail {
  html_text?: string
  plain_text?: string
  raw_source?: string
  subject?: string
  from_address?: string
  from_display_name?: string
  reference?: string
  revision_of?: string
  keep_assets?: boolean
  configurations?: readonly WantedConfiguration[]
}

/** The body of `POST /emails/{guid}/shares` (docs/contract.md §4.13). */
interface NewShare {
  expires_in_s?: number
  configurations?: readonly WantedConfiguration[]
  shows?: readonly ('changes' | 'source')[]
  label?: string
}

/**
 * The API as the signed-in user sees it: one function for each call. Each throws an `ApiAnswerError` when the API
 * refuses or cannot be reached, a `SignedOutError` when the user's tokens are no longer valid, and an
 * `AuthUnavailableError` when the access token has expired and auth cannot be reached.
 */
export interface ApiReader extends PublicReader {
  /** The account's emails, newest first; `before` is `next` of the list before. */
  listEmails(wanted: { limit?: number; before?: string; search?: string }): Promise<ApiEmailList>
  /** An email of the user's account; 404 for any other. */
  getEmail(guid: string): Promise<ApiEmail>
  /** Names an email; null takes the name away. */
  changeEmail(guid: string, names: { reference: string | null; label: string | null }): Promise<ApiEmail>
  /** Removes an email with its pictures and share links. */
  deleteEmail(guid: string): Promise<void>
  /** `signal` ends the sending, so that a form whose user hung up is not held longer than it is counted. */
  uploadEmail(email: NewEmail, signal?: AbortSignal): Promise<ApiCreatedEmail>
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
  /**
   * 404 once the content is erased, as for the three functions below. Calls `hold` with the bytes that have arrived; what
   * that throws ends the reading.
   */
  source(guid: string, hold: CountBytes): Promise<ApiSource>
  assets(guid: string): Promise<ApiAsset[]>
  changes(guid: string, wanted: WantedConfiguration): Promise<ApiChange[]>
  /** What these email clients change. At most 50 codes: the API refuses more. */
  changesOfClients(guid: string, clients: readonly string[]): Promise<ApiChangeOfClients[]>
  createShare(guid: string, share: NewShare): Promise<ApiCreatedShare>
  /** The share links of one email, or of all; `before` is `next` of the list before. */
  listShares(guid: string | null, wanted?: { limit?: number; before?: string }): Promise<ApiShareList>
  revokeShare(shareId: string): Promise<void>
  /** Codes of the email clients that the user chose, or of the popular set. */
  chosenClients(): Promise<string[]>
  /** The sets of email clients that the user has named. */
  clientSets(): Promise<ApiClientSet[]>
  /** The user. */
  currentUser(): Promise<ApiUser>
  /** The ZIP file of an email and its pictures, with a page in this language. */
  exportZip(guid: string, language: Language, signal: AbortSignal): Promise<RelayedBody>
}

/** For uploads, which the API answers once it has fetched the email's remote pictures. */
const uploadTimeoutMs = 70_000
/** For calls that need an email's content: longer than the API takes at most, which is 50 s for many email clients. */
const contentTimeoutMs = 55_000

/** Makes the reader for a session's user, whose request comes from `callerIp`. */
export function createApiReader(
  deps: ReaderDeps,
  tokens: AccessTokens,
  callerIp: string | undefined,
): ApiReader {
  const { instantUrl, userApiUrl } = deps
  const send = (request: ApiRequest): Promise<Response> =>
    sendAuthorized(tokens, (accessToken) =>
      sendRequest(deps, {
        callerIp,
        ...request,
        headers: { ...request.headers, Authorization: `Bearer ${accessToken}` },
      }),
    )
  const read = async <Schema extends z.ZodType>(
    schema: Schema,
    request: ApiRequest,
  ): Promise<z.output<Schema>> => readAnswer(await send(request), schema)
  const remove = async (url: string): Promise<void> => {
    const response = await send({ url, method: 'DELETE', timeoutMs: contentTimeoutMs })
    if (!response.ok) throw await toAnswerError(response)
    await response.body?.cancel()
  }
  const emailUrl = (guid: string): string => `${instantUrl}/emails/${encodeURIComponent(guid)}`

  return {
    ...createPublicReader(deps, callerIp),
    listEmails: (wanted) => read(emailListAnswer, { url: withQuery(`${instantUrl}/emails`, wanted) }),
    getEmail: (guid) => read(emailAnswer, { url: emailUrl(guid) }),
    changeEmail: (guid, names) => read(emailAnswer, { url: emailUrl(guid), method: 'PATCH', body: names }),
    deleteEmail: (guid) => remove(emailUrl(guid)),
    uploadEmail: (email, signal) =>
      read(createdEmailAnswer, {
        url: `${instantUrl}/emails`,
        method: 'POST',
        body: email,
        signal,
        timeoutMs: uploadTimeoutMs,
      }),
    listPreviews: (guid, clients = []) =>
      read(previewListAnswer, { url: withQuery(`${emailUrl(guid)}/previews`, { client: clients }) }),
    // With the user's token, so that the stream takes one of the account's places, which no stranger can use up.
    openEvents: async (guid, signal) =>
      relayedBody(
        await send({
          url: `${emailUrl(guid)}/events`,
          headers: { Accept: 'text/event-stream' },
          signal: AbortSignal.any([signal, deps.stopping]),
        }),
      ),
    prefetch: async (guid, configurations) =>
      (
        await read(configurationsAnswer, {
          url: `${emailUrl(guid)}/previews/prefetch`,
          method: 'POST',
          body: { configurations },
        })
      ).configurations,
    retry: async (guid) =>
      (await read(configurationsAnswer, { url: `${emailUrl(guid)}/previews/retry`, method: 'POST' }))
        .configurations,
    source: async (guid, hold) =>
      readAnswer(await send({ url: `${emailUrl(guid)}/source` }), sourceAnswer, hold),
    assets: (guid) => read(assetsAnswer, { url: `${emailUrl(guid)}/assets` }),
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
    createShare: (guid, share) =>
      read(createdShareAnswer, {
        url: `${emailUrl(guid)}/shares`,
        method: 'POST',
        body: share,
        timeoutMs: contentTimeoutMs,
      }),
    listShares: (guid, wanted = {}) =>
      read(shareListAnswer, {
        url: withQuery(`${guid === null ? instantUrl : emailUrl(guid)}/shares`, wanted),
      }),
    revokeShare: (shareId) => remove(`${instantUrl}/shares/${encodeURIComponent(shareId)}`),
    chosenClients: async () =>
      (await read(chosenClientsAnswer, { url: `${userApiUrl}/user_settings/clients` })).clients.map(
        ({ code }) => code,
      ),
    clientSets: async () => {
      const response = await send({ url: `${userApiUrl}/user_settings/client_sets` })
      // An API of the release before has no sets.
      if (response.status === 404) {
        await response.body?.cancel()
        return []
      }
      return (await readAnswer(response, clientSetsAnswer)).sets
    },
    currentUser: async () => (await read(currentUserAnswer, { url: `${userApiUrl}/users/current` })).user,
    exportZip: async (guid, language, signal) =>
      relayedBody(
        await send({
          url: `${emailUrl(guid)}/export.zip`,
          headers: { Accept: 'application/zip', 'Accept-Language': language },
          signal,
        }),
      ),
  }
}

/**
 * Sends a request with the session's access token. When the API answers 401, replaces the token and sends once more.
 * After a second 401, or when the user is disabled, ends the session and throws a `SignedOutError`.
 */
async function sendAuthorized(
  tokens: AccessTokens,
  send: (accessToken: string) => Promise<Response>,
): Promise<Response> {
  const accessToken = await tokens.get()
  let response = await send(accessToken)
  if (response.status === 401) {
    await response.body?.cancel()
    response = await send(await tokens.replace(accessToken))
  }
  const isInactive = response.headers.get('www-authenticate')?.includes('error="inactive_user"') ?? false
  if (response.status === 401 || isInactive) {
    await response.body?.cancel()
    throw await tokens.end()
  }
  return response
}

function withQuery(
  url: string,
  parameters: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    for (const single of [value ?? []].flat()) query.append(name, String(single))
  }
  const text = query.toString()
  return text === '' ? url : `${url}?${text}`
}
