import type { Language } from '@pas/pages/languages'
import { withQuery } from '../with-query'
import type { AuthorizedCalls } from './authorized-calls'
import type { WantedConfiguration } from './preview-calls'
import { toRelayedBody, type RelayedBody } from './relayed-body'
import {
  assetsAnswer,
  createdEmailAnswer,
  emailAnswer,
  emailListAnswer,
  inboxListAnswer,
  messageAnswer,
  sourceAnswer,
  type ApiAsset,
  type ApiCreatedEmail,
  type ApiEmail,
  type ApiEmailList,
  type ApiInbox,
  type ApiMessage,
  type ApiPreview,
  type ApiSource,
} from './schema'
import { readAnswer, type CountBytes } from './send-request'
import { whileKept } from './while-kept'

/** `POST /emails` (docs/contract.md §4.3). */
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
  inbox?: string
  configurations?: readonly WantedConfiguration[]
}

/** The API answers an upload once it has fetched the email's remote pictures. */
const uploadTimeoutMs = 70_000

/** Below the time after which proxies give up. */
const mailWaitSeconds = 20

export interface EmailCalls {
  /** Newest first; `before` is the previous list's `next`. */
  listEmails(query: {
    limit?: number
    before?: string
    search?: string
    inbox?: string
  }): Promise<ApiEmailList>
  /** Whether an email came behind `after` (of none: at all) in 20 s. 404 when that email is deleted. */
  waitForEmail(after: string | undefined, signal: AbortSignal): Promise<boolean>
  /** Null from an API of before there were inboxes. */
  listInboxes(): Promise<ApiInbox[] | null>
  /** 404 for an email of another account. */
  getEmail(guid: string): Promise<ApiEmail>
  changeEmail(guid: string, names: { reference: string | null; label: string | null }): Promise<ApiEmail>
  deleteEmail(guid: string): Promise<void>
  /** `signal` aborts when the user hangs up, because `user-bytes` then no longer counts the form. */
  uploadEmail(email: NewEmail, signal?: AbortSignal): Promise<ApiCreatedEmail>
  /** 404 once the content is erased. */
  source(guid: string, countBytes: CountBytes): Promise<ApiSource>
  /** 404 once the content is erased. */
  assets(guid: string): Promise<ApiAsset[]>
  /** 404 for an email that did not come as a message, and once the content is erased. */
  message(guid: string, countBytes: CountBytes): Promise<ApiMessage>
  messageFile(guid: string, signal: AbortSignal): Promise<RelayedBody>
  exportZip(guid: string, language: Language, signal: AbortSignal): Promise<RelayedBody>
}

export const createEmailCalls = ({
  read,
  send,
  remove,
  instantUrl,
  emailUrl,
  stopping,
}: AuthorizedCalls): EmailCalls => ({
  listEmails: (query) => read(emailListAnswer, { url: withQuery(`${instantUrl}/emails`, query) }),
  waitForEmail: async (after, signal) => {
    const { emails } = await read(emailListAnswer, {
      url: withQuery(`${instantUrl}/emails`, { after, limit: 1 }),
      headers: { Prefer: `wait=${mailWaitSeconds}` },
      signal: AbortSignal.any([signal, stopping]),
      timeoutMs: 2 * mailWaitSeconds * 1_000,
    })
    return emails.length > 0
  },
  listInboxes: async () =>
    (await whileKept(read(inboxListAnswer, { url: `${instantUrl}/inboxes` })))?.inboxes ?? null,
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
  source: async (guid, countBytes) =>
    readAnswer(await send({ url: `${emailUrl(guid)}/source` }), sourceAnswer, countBytes),
  assets: (guid) => read(assetsAnswer, { url: `${emailUrl(guid)}/assets` }),
  message: async (guid, countBytes) =>
    readAnswer(await send({ url: `${emailUrl(guid)}/message` }), messageAnswer, countBytes),
  messageFile: async (guid, signal) =>
    toRelayedBody(
      await send({ url: `${emailUrl(guid)}/message.eml`, headers: { Accept: 'message/rfc822' }, signal }),
    ),
  exportZip: async (guid, language, signal) =>
    toRelayedBody(
      await send({
        url: `${emailUrl(guid)}/export.zip`,
        headers: { Accept: 'application/zip', 'Accept-Language': language },
        signal,
      }),
    ),
})

/** Left out for no previews: the API refuses an empty list. */
export const samePreviews = (previews: readonly ApiPreview[]): Pick<NewEmail, 'configurations'> =>
  previews.length === 0
    ? {}
    : {
        configurations: previews.map(({ client, orientation, images }) => ({ client, orientation, images })),
      }
