import { listKeptAssets } from '@pas/emails/asset-lists'
import type { FrozenEmail } from '@pas/emails/frozen-email'
import type { CheckedAsset } from '@pas/email-checks/checked-email'
import type { Storage } from '@pas/storage/storage'
import type { AccountReader, EmailReader } from '../emulation/email-reader'
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

/** Nothing of the email is fetched. Rejects with an `UnreadEmailError` or an `UnreadableMessageError`. */
export async function readSentEmail(
  { emailReader }: { emailReader: Pick<EmailReader, 'forAccount'> },
  accountId: number,
  sent: SentEmail,
): Promise<EmailUnderCheck> {
  const content = await readContent(emailReader.forAccount(accountId), sent)
  const body = Buffer.from(JSON.stringify(content))
  return {
    stored: null,
    body: () => Promise.resolve(body),
    length: () => Promise.resolve(body.byteLength),
    assets: () => Promise.resolve(null),
    failedAssets: () => Promise.resolve([]),
    forget: () => undefined,
  }
}

const readTimeoutMs = 10_000

async function readContent(
  emailReader: Pick<AccountReader, 'readMessage'>,
  { rawSource, ...members }: SentEmail,
): Promise<FrozenEmail> {
  if (rawSource === null) return members
  const timeout = AbortSignal.timeout(readTimeoutMs)
  const message = await emailReader.readMessage(rawSource, 0, timeout)
  const { htmlText, plainText, subject, fromAddress, fromDisplayName, structure } = message
  return { htmlText, plainText, subject, fromAddress, fromDisplayName, structure }
}
