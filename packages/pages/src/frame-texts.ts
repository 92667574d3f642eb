import type { Texts } from './languages'

/** The texts of the frame around every page. */
export const frameTexts = {
  en: { skip: 'Skip to content' },
  de: { skip: 'Zum Inhalt springen' },
  fr: { skip: 'Aller au contenu' },
} satisfies Texts<{ skip: string }>
