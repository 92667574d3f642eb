import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Language',
  intro: 'In which language do you want to read our pages and our mails to you?',
  browser: 'As the browser asks',
  save: 'Save',
  saved: 'Saved.',
}

export const languageTexts = {
  en,
  de: {
    title: 'Sprache',
    intro: 'In welcher Sprache möchten Sie unsere Seiten und unsere Mails an Sie lesen?',
    browser: 'Wie der Browser verlangt',
    save: 'Speichern',
    saved: 'Gespeichert.',
  },
  fr: {
    title: 'Langue',
    intro: 'Dans quelle langue voulez-vous lire nos pages et les messages que nous vous envoyons\u202f?',
    browser: 'Celle du navigateur',
    save: 'Enregistrer',
    saved: 'Enregistré.',
  },
} satisfies Texts<typeof en>
