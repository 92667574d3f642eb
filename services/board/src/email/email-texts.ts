import type { Texts } from '@pas/pages/languages'

const en = {
  untitled: 'Email without a subject',
  edit: 'Rename or delete',
  drawn: '{captured} of {total} drawn',
  fidelity: {
    client: { word: 'client', meaning: 'Taken in that very email client.' },
    engine: {
      word: 'engine',
      meaning: 'Drawn by an engine of the family that the email client shows mail in, nearly unfiltered.',
    },
    emulated: {
      word: 'emulated',
      meaning: 'Drawn by an engine after our rules have applied the email client’s own filtering and layout.',
    },
  },
  waiting: 'Waiting',
  failedWord: 'Failed',
  cut: '✂ picture cut at 16,384 pixels',
  drawAgain: 'Draw again',
  pick: ({ name }: { name: string }) => `Compare ${name}`,
  horizontal: 'horizontal',
  blockedTile: 'images blocked',
  same: '= same as before',
  changed: '≠ looks different',
  notComparable: 'other programs drew it before',
  /** Holds `{number}`. */
  alike: '+{number} look the same',
  addClients: 'Add email clients',
}

export type EmailTexts = typeof en

export const emailTexts = {
  en,
  de: {
    untitled: 'E-Mail ohne Betreff',
    edit: 'Umbenennen oder löschen',
    drawn: '{captured} von {total} gezeichnet',
    fidelity: {
      client: { word: 'Original', meaning: 'In genau diesem E-Mail-Programm aufgenommen.' },
      engine: {
        word: 'Engine',
        meaning:
          'Von einer Engine der Familie gezeichnet, in der das E-Mail-Programm Nachrichten zeigt, fast ungefiltert.',
      },
      emulated: {
        word: 'nachgebildet',
        meaning:
          'Von einer Engine gezeichnet, nachdem unsere Regeln angewandt haben, was das E-Mail-Programm filtert und umstellt.',
      },
    },
    waiting: 'Wartet',
    failedWord: 'Fehlgeschlagen',
    cut: '✂ Bild bei 16.384 Pixeln abgeschnitten',
    drawAgain: 'Noch einmal zeichnen',
    pick: ({ name }) => `${name} vergleichen`,
    horizontal: 'quer',
    blockedTile: 'ohne Bilder',
    same: '= wie zuvor',
    changed: '≠ sieht anders aus',
    notComparable: 'zuvor von anderen Programmen gezeichnet',
    alike: '+{number} sehen gleich aus',
    addClients: 'E-Mail-Programme hinzufügen',
  },
  fr: {
    untitled: 'E-mail sans objet',
    edit: 'Renommer ou supprimer',
    drawn: '{captured} sur {total} dessinées',
    fidelity: {
      client: { word: 'réelle', meaning: 'Prise dans cette messagerie même.' },
      engine: {
        word: 'moteur',
        meaning:
          'Dessinée par un moteur de la famille dans laquelle la messagerie affiche les e-mails, presque sans filtrage.',
      },
      emulated: {
        word: 'émulée',
        meaning:
          'Dessinée par un moteur après que nos règles ont appliqué le filtrage et la mise en page de la messagerie.',
      },
    },
    waiting: 'En attente',
    failedWord: 'Échec',
    cut: '✂ image coupée à 16 384 pixels',
    drawAgain: 'Dessiner à nouveau',
    pick: ({ name }) => `Comparer ${name}`,
    horizontal: 'horizontal',
    blockedTile: 'images bloquées',
    same: '= comme avant',
    changed: '≠ a changé',
    notComparable: 'dessinée avant par d’autres programmes',
    alike: '+{number} identiques',
    addClients: 'Ajouter des messageries',
  },
} satisfies Texts<typeof en>
