import type { Texts } from './languages'

export const frameTexts = {
  en: { skip: 'Skip to content', help: 'Help' },
  de: { skip: 'Zum Inhalt springen', help: 'Hilfe' },
  fr: { skip: 'Aller au contenu', help: 'Aide' },
} satisfies Texts<{ skip: string; help: string }>
