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
  sourceAnswer,
  type ApiAsset,
  type ApiCreatedEmail,
  type ApiEmail,
  type ApiEmailList,
  type ApiPreview,
  type ApiSource,
} from './schema'
import { readAnswer, type CountBytes } from './send-request'

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
  configurations?: readonly WantedConfiguration[]
}

/** The API answers an upload once it has fetched the email's remote pictures. */
const uploadTimeoutMs = 70_000

export interface EmailCalls {
  /** Newest first; `before` is the previous list's `next`. */
  listEmails(query: { limit?: number; before?: string; search?: string }): Promise<ApiEmailList>
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
  exportZip(guid: string, language: Language, signal: AbortSignal): Promise<RelayedBody>
}

export const createEmailCalls = ({
  read,
  send,
  remove,
  instantUrl,
  emailUrl,
}: AuthorizedCalls): EmailCalls => ({
  listEmails: (query) => read(emailListAnswer, { url: withQuery(`${instantUrl}/emails`, query) }),
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
