import type { FrozenEmail } from '@pas/emails/frozen-email'
import type { EmailReader } from '../emulation/email-reader'
import type { SentEmail } from '../http/sent-email'
import type { EmailUnderCheck } from './check-email'

const readTimeoutMs = 10_000

/** Nothing of the email is fetched. Rejects with an `UnreadEmailError` or an `UnreadableMessageError`. */
export async function sentEmailUnderCheck(
  { emailReader }: { emailReader: Pick<EmailReader, 'of'> },
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
  }

  async function contentOf(): Promise<FrozenEmail> {
    if (rawSource === null) return members
    const timeout = AbortSignal.timeout(readTimeoutMs)
    const { htmlText, plainText, subject, fromAddress, fromDisplayName, structure } = await emailReader
      .of(accountId)
      .readMessage(rawSource, 0, timeout)
    return { htmlText, plainText, subject, fromAddress, fromDisplayName, structure }
  }
}
