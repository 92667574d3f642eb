import { formTexts } from '@pas/pages/form-texts'
import { formatNumber, type Texts } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import { isHungUp } from '@pas/runtime/http/hung-up'
import { readBodyBytes } from '@pas/runtime/http/read-body'
import type { RequestHandler } from 'express'
import { createUserBytes, maxFormBytes } from '../user-bytes'

declare global {
  namespace Express {
    interface Locals {
      /** Set by `readUpload`. */
      uploadedFile?: UploadedFile | undefined
    }
  }
}

export interface UploadedFile {
  name: string
  bytes: Buffer
}

/** A form with every email client ticked has a few hundred; 16 MiB have room for several hundred thousand. */
const maxFields = 1_000

const busyTexts = {
  en: 'Many emails are arriving at this moment. Try again in a few seconds.',
  de: 'Im Moment treffen viele E-Mails ein. Versuchen Sie es in einigen Sekunden noch einmal.',
  fr: 'De nombreux e-mails arrivent en ce moment. Réessayez dans quelques secondes.',
} satisfies Texts<string>

const ownTexts = {
  en: 'Your other uploads are still arriving. Wait until they are complete, then try again.',
  de: 'Ihre anderen Uploads treffen noch ein. Warten Sie, bis sie vollständig sind, und versuchen Sie es dann noch einmal.',
  fr: 'Vos autres envois sont encore en cours. Attendez qu’ils soient terminés, puis réessayez.',
} satisfies Texts<string>

const brokenTexts = {
  en: 'The form arrived broken. Go back and send it again.',
  de: 'Das Formular ist beschädigt angekommen. Gehen Sie zurück und senden Sie es noch einmal.',
  fr: 'Le formulaire est arrivé endommagé. Revenez en arrière et envoyez-le à nouveau.',
} satisfies Texts<string>

/**
 * Reads `multipart/form-data` (RFC 7578) of a signed-in user. Throws `payload_too_large` above 16 MiB or 1,000 fields,
 * `invalid_request`, and the errors of `createUserBytes`.
 */
export function readUpload(): RequestHandler {
  const uploads = createUserBytes({ ofUser: ownTexts, ofProcess: busyTexts })
  return async (req, res, next) => {
    const { signedIn } = res.locals
    if (req.method !== 'POST' || !signedIn || !req.is('multipart/form-data')) {
      next()
      return
    }
    // A response that has closed emits no `close` any more, so its bytes would be counted for ever.
    if (isHungUp(res)) return
    const heldBody = uploads.open(signedIn.user.id)
    res.once('close', heldBody.release)
    const bytes = await readBodyBytes(req, { maxBytes: maxFormBytes, heldBody })
    const contentType = req.get('Content-Type') ?? ''
    const form = await new Response(bytes, { headers: { 'Content-Type': contentType } })
      .formData()
      .catch((cause: unknown) => {
        throw new PageError('invalid_request', (language) => brokenTexts[language], { cause })
      })
    const parts = [...form]
    if (parts.length > maxFields) {
      throw new PageError('payload_too_large', (language) =>
        formTexts[language].tooManyFields({ maxFields: formatNumber(language, maxFields) }),
      )
    }
    const fields = new Map<string, string | string[]>()
    for (const [name, value] of parts) {
      if (typeof value === 'string') {
        const earlier = fields.get(name)
        fields.set(name, earlier === undefined ? value : [earlier, value].flat())
      } else if (value.size > 0) {
        res.locals.uploadedFile = { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) }
      }
    }
    req.body = Object.fromEntries(fields)
    next()
  }
}
