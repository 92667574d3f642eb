import { emulatedLike, findEmailClient } from '@pas/email-clients/catalogue'
import type { PlacedChange } from '@pas/email-clients/effects/measured-here'
import type { Images, Orientation } from '@pas/email-clients/email-client'
import type { Emulation } from '@pas/email-clients/engine/emulated-document'
import { inSpan } from '@pas/runtime/in-span'
import type { Storage } from '@pas/storage/storage'
import type { AssetOrigin } from './asset-origin'
import { buildMessage, withSource } from './build-message'
import type { EmailCache, SharedEmail } from './email-cache'
import type { EmailEmulator } from './email-emulator'
import type { EngineDocument } from './engines/engine'
import { orAborted } from './engines/supervised/or-aborted'
import { CaptureError } from './errors'
import { awaitStorageUntil } from './from-storage'
import { loadEmail } from './load-email'

export interface DocumentDeps {
  storage: Pick<Storage, 'get'>
  emails: EmailCache
  assetOrigin: Pick<AssetOrigin, 'serve'>
  emulator: Pick<EmailEmulator, 'emulate' | 'rewriteMessage'>
  reusesPages: boolean
}

export interface WantedDocument {
  emailId: string
  accountId: number
  isContentErased: boolean
  emailClient: string
  orientation: Orientation
  images: Images
}

/**
 * Serves the email's assets while `use` runs. Rejects with a `CaptureError`, also when an asset could not be read, and
 * as `use` does.
 */
export async function withDocument<Result>(
  { storage, emails, assetOrigin, emulator, reusesPages }: DocumentDeps,
  { emailId, accountId, isContentErased, emailClient: emailClientCode, orientation, images }: WantedDocument,
  { timeout, marksPlaces = false }: { timeout: AbortSignal; marksPlaces?: boolean },
  use: (
    document: EngineDocument,
    shared: Pick<SharedEmail, 'drawOnce' | 'measureOnce'> & {
      owner: string | undefined
      /** Lists the changes place by place. Rejects with a `CaptureError`. */
      emulateWithout: (leftOut: readonly PlacedChange[]) => Promise<Emulation>
    },
  ) => Promise<Result>,
): Promise<Result> {
  const emailClient = findEmailClient(emailClientCode)
  if (!emailClient) {
    throw new CaptureError('unsupported_document', `there is no email client ${emailClientCode}`)
  }
  if (isContentErased) throw new CaptureError('content_gone', 'the email was erased')
  return emails.withEmail(
    { emailId, images },
    () => inSpan('load email', {}, () => loadEmail(storage, emailId, images, timeout)),
    async ({ email, emulateOnce, drawOnce, measureOnce }) => {
      const serving = assetOrigin.serve(email.assets)
      try {
        const { content, assetUrls } = email
        const styleSheets = await awaitStorageUntil(email.readStyleSheets(), timeout)
        const inClient = {
          content,
          emailClientCode,
          orientation,
          images,
          assetUrls,
          styleSheets,
          marksPlaces,
        }
        const document = await inSpan('emulate', { 'pas.email_client': emailClientCode }, async () => {
          const emulated = await emulateOnce(
            { emulatedLike: emulatedLike(emailClient), orientation, marksPlaces },
            async () => (await emulator.emulate(accountId, inClient, timeout)).document,
          )
          if (emulated.kind !== 'message') return emulated
          const message = await awaitStorageUntil(email.readMessage(), timeout)
          if (message === null) return orAborted(buildMessage(emulated, email.parts), timeout)
          return withSource(
            emulated,
            await emulator.rewriteMessage(accountId, { message, assetUrls }, timeout),
          )
        })
        const owner = reusesPages ? String(accountId) : undefined
        const emulateWithout = (leftOut: readonly PlacedChange[]) =>
          emulator.emulate(accountId, { ...inClient, leftOut }, timeout)
        const result = await use(document, { drawOnce, measureOnce, owner, emulateWithout })
        email.assertRead({ isOver: false })
        return result
      } catch (error) {
        // It may be late because an asset was still being read: then the reason is `storage_unavailable`.
        if (error instanceof CaptureError && error.kind === 'capture_timeout')
          email.assertRead({ isOver: true })
        throw error
      } finally {
        serving.release()
      }
    },
  )
}
