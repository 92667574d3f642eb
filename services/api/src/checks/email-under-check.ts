import { listKeptAssets } from '@pas/emails/asset-lists'
import type { FrozenEmail } from '@pas/emails/frozen-email'
import type { CheckedAsset } from '@pas/email-checks/checked-email'
import type { Storage } from '@pas/storage/storage'
import type { EmailReader } from '../emulation/email-reader'
import { storedEmail, type OpenEmail, type ReadableEmail } from '../emulation/open-email'
import type { SentEmail } from '../http/sent-email'

export interface EmailUnderCheck extends ReadableEmail {
  /** Null for an email that is not stored. */
  stored: OpenEmail | null
  /** Null when no assets were fetched. */
  assets: () => Promise<readonly CheckedAsset[] | null>
}

export const storedEmailUnderCheck = (
  storage: Pick<Storage, 'get' | 'open'>,
  stored: OpenEmail,
): EmailUnderCheck => ({
  stored,
  ...storedEmail(storage, stored.id),
  assets: async () =>
    (await listKeptAssets(storage, stored.id)).map(
      ({ url, contentType, length, width = null, height = null }) => ({
        url,
        contentType,
        bytes: length,
        width,
        height,
      }),
    ),
})

const readTimeoutMs = 10_000

/** Nothing of the email is fetched. Rejects with an `UnreadEmailError` or an `UnreadableMessageError`. */
export async function sentEmailUnderCheck(
  { emailReader }: { emailReader: Pick<EmailReader, 'forAccount'> },
  accountId: number,
  { rawSource, ...members }: SentEmail,
): Promise<EmailUnderCheck> {
  const body = Buffer.from(JSON.stringify(await contentOf()))
  return {
    stored: null,
    body: () => Promise.resolve(body),
    length: () => Promise.resolve(body.byteLength),
    assets: () => Promise.resolve(null),
    failedAssets: () => Promise.resolve([]),
    forget: () => undefined,
  }

  async function contentOf(): Promise<FrozenEmail> {
    if (rawSource === null) return members
    const timeout = AbortSignal.timeout(readTimeoutMs)
    const { htmlText, plainText, subject, fromAddress, fromDisplayName, structure } = await emailReader
      .forAccount(accountId)
      .readMessage(rawSource, 0, timeout)
    return { htmlText, plainText, subject, fromAddress, fromDisplayName, structure }
  }
}
