import type { Texts } from '@pas/pages/languages'

/** Each holds `{number}`, but for `compared`, `right` and those of one. */
const en = {
  right: 'no errors',
  oneError: '1 error',
  errors: '{number} errors',
  oneUnreadable: '1 text unreadable',
  unreadable: '{number} texts unreadable',
  compared: 'Checks: {gone} gone, {new} new, {still} still',
}

export const checksLinkTexts = {
  en,
  de: {
    right: 'keine Fehler',
    oneError: '1 Fehler',
    errors: '{number} Fehler',
    oneUnreadable: '1 Text unlesbar',
    unreadable: '{number} Texte unlesbar',
    compared: 'Prüfungen: {gone} weg, {new} neu, {still} noch da',
  },
  fr: {
    right: 'aucune erreur',
    oneError: '1 erreur',
    errors: '{number} erreurs',
    oneUnreadable: '1 texte illisible',
    unreadable: '{number} textes illisibles',
    compared: 'Vérifications : {gone} en moins, {new} en plus, {still} toujours là',
  },
} satisfies Texts<typeof en>
