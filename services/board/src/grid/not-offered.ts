import { PageError } from '@pas/pages/page-error'
import type { Texts } from '@pas/pages/languages'

const notOfferedTexts = {
  en: 'There is no picture of this name. Go back to the email and choose one there.',
  de: 'Ein Bild dieses Namens gibt es nicht. Gehen Sie zur E-Mail zurück und wählen Sie dort eines.',
  fr: 'Il n’y a pas d’image de ce nom. Revenez à l’e-mail et choisissez-en une.',
} satisfies Texts<string>

/** The refusal of an address that names no preview of the email, or none that the API offers. */
export const notOffered = (): PageError =>
  new PageError('invalid_request', (language) => notOfferedTexts[language])
