import { emailSourceBody } from '@pas/api-contract/emails'
import type { Language } from '@pas/pages/languages'
import type { AuthorizedCalls } from './authorized-calls'
import { withQuery } from '../with-query'
import { relayedBody, type RelayedBody } from './create-public-reader'
import type { WantedConfiguration } from './preview-calls'
import {
  assetsAnswer,
  createdEmailAnswer,
  emailAnswer,
  emailListAnswer,
  type ApiAsset,
  type ApiCreatedEmail,
  type ApiEmail,
  type ApiEmailList,
  type ApiPreview,
  type ApiSource,
} from './schema'
import { readAnswer, type CountBytes } from './send-request'

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

/** For uploads, which the API answers once it has fetched the email's remote pictures. */
const uploadTimeoutMs = 70_000
/** The account's emails. Each function throws as those of `ApiReader` do. */
export interface EmailCalls {
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
   * 404 once the content is erased, as for `assets` and for a preview's `changes`. Calls `hold` with the bytes that have arrived; what
   * that throws ends the reading.
   */
  source(guid: string, hold: CountBytes): Promise<ApiSource>
  assets(guid: string): Promise<ApiAsset[]>
  /** The ZIP file of an email and its pictures, with a page in this language. */
  exportZip(guid: string, language: Language, signal: AbortSignal): Promise<RelayedBody>
}

/** Makes the calls that are about emails. */
export const createEmailCalls = ({
  read,
  send,
  remove,
  instantUrl,
  emailUrl,
}: AuthorizedCalls): EmailCalls => ({
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
  source: async (guid, hold) =>
    readAnswer(await send({ url: `${emailUrl(guid)}/source` }), emailSourceBody, hold),
  assets: (guid) => read(assetsAnswer, { url: `${emailUrl(guid)}/assets` }),
  exportZip: async (guid, language, signal) =>
    relayedBody(
      await send({
        url: `${emailUrl(guid)}/export.zip`,
        headers: { Accept: 'application/zip', 'Accept-Language': language },
        signal,
      }),
    ),
})

/** What gives a new version these previews. The API refuses an empty list. */
export const samePreviews = (previews: readonly ApiPreview[]): Pick<NewEmail, 'configurations'> =>
  previews.length === 0
    ? {}
    : {
        configurations: previews.map(({ client, orientation, images }) => ({ client, orientation, images })),
      }
