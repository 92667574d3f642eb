import type { Texts } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import type { ApiEmail } from '../api/schema'

/** How long the content is still kept; negative once it is erased. */
export const secondsLeft = (email: ApiEmail, now: Date): number =>
  (new Date(email.takes_captures_until).getTime() - now.getTime()) / 1_000

/** Whether the content is kept, so that pictures can be drawn. */
export const isOpen = (email: ApiEmail, now: Date): boolean =>
  email.content === 'kept' && secondsLeft(email, now) > 0

export const contentErasedTexts = {
  en: 'The content of an email is erased after 48 hours, so nothing of this one can be drawn any more. Its pictures stay.',
  de: 'Der Inhalt einer E-Mail wird nach 48 Stunden gelöscht. Von dieser lässt sich darum nichts mehr zeichnen; ihre Bilder bleiben.',
  fr: 'Le contenu d’un e-mail est effacé après 48 heures : rien de celui-ci ne peut plus être dessiné. Ses images restent.',
} satisfies Texts<string>

export const contentErased = (): PageError =>
  new PageError('conflict', (language) => contentErasedTexts[language])
