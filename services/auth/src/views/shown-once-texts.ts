import type { Texts } from '@pas/pages/languages'

const en = {
  copy: 'Copy',
  copied: 'Copied.',
  copyFailed: 'The browser does not allow copying. Select the text, and copy it yourself.',
}

export const shownOnceTexts = {
  en,
  de: {
    copy: 'Kopieren',
    copied: 'Kopiert.',
    copyFailed: 'Der Browser erlaubt das Kopieren nicht. Markieren und kopieren Sie den Text selbst.',
  },
  fr: {
    copy: 'Copier',
    copied: 'Copié.',
    copyFailed: 'Le navigateur ne permet pas de copier. Sélectionnez et copiez le texte vous-même.',
  },
} satisfies Texts<typeof en>
