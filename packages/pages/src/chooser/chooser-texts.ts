import type { Texts } from '../languages'

const en = {
  search: 'Search',
  placeholder: 'Name, platform or code',
  onlyTicked: 'Only ticked',
  tick: 'Tick only:',
  popular: 'Popular',
  none: 'None',
  sections: {
    iPhone: 'iPhone',
    iPad: 'iPad',
    appleMail: 'Apple Mail on Mac',
    gmail: 'Gmail',
    outlookWindows: 'Outlook and Mail for Windows',
    outlook: 'Outlook.com, new Outlook, and Outlook on phones and Mac',
    yahoo: 'Yahoo! Mail and AOL',
    samsung: 'Samsung Email',
    openSource: 'Thunderbird, K-9 Mail and Roundcube',
    otherWebmail: 'Other webmail',
    others: 'Notes, text only, and colour blindness',
  },
  fidelity: {
    client: { word: 'the client itself', meaning: 'The picture is taken in this very email client.' },
    engine: {
      word: 'same engine family',
      meaning:
        'The email client shows mail nearly unfiltered, and an engine of the same family draws the picture. For Apple’s that is WebKit, but not Apple’s own build of it.',
    },
    emulated: {
      word: 'emulated',
      meaning: 'Our rules change the email as the email client does, then a browser engine draws it.',
    },
  },
  fidelityTitle: 'How the pictures are made',
  /** The script fills in `{section}`. */
  tickAll: 'Tick all: {section}',
  tickNone: 'Tick none: {section}',
  /** The script fills in `{ticked}` and `{all}`. */
  count: '{ticked} of {all} ticked',
  /** The script fills in `{found}`. */
  found: '{found} found',
  noneFound: 'No email client is called that. What you ticked stays ticked.',
  noneTicked: 'No email client is ticked.',
  unavailable: 'cannot be drawn at the moment',
}

export const chooserTexts = {
  en,
  de: {
    search: 'Suchen',
    placeholder: 'Name, Plattform oder Code',
    onlyTicked: 'Nur ausgewählte',
    tick: 'Nur diese auswählen:',
    popular: 'Häufig genutzt',
    none: 'Keine',
    sections: {
      iPhone: 'iPhone',
      iPad: 'iPad',
      appleMail: 'Apple Mail auf dem Mac',
      gmail: 'Gmail',
      outlookWindows: 'Outlook und Mail für Windows',
      outlook: 'Outlook.com, neues Outlook und Outlook auf Telefon und Mac',
      yahoo: 'Yahoo! Mail und AOL',
      samsung: 'Samsung Email',
      openSource: 'Thunderbird, K-9 Mail und Roundcube',
      otherWebmail: 'Weitere Webmailer',
      others: 'Notes, reiner Text und Farbenblindheit',
    },
    fidelity: {
      client: {
        word: 'das E-Mail-Programm selbst',
        meaning: 'Das Bild entsteht in genau diesem E-Mail-Programm.',
      },
      engine: {
        word: 'gleiche Engine-Familie',
        meaning:
          'Das E-Mail-Programm zeigt E-Mails fast ungefiltert, und eine Engine derselben Familie zeichnet das Bild. Bei denen von Apple ist das WebKit, aber nicht Apples eigene Fassung davon.',
      },
      emulated: {
        word: 'nachgebildet',
        meaning:
          'Unsere Regeln ändern die E-Mail so wie das E-Mail-Programm, dann zeichnet sie eine Browser-Engine.',
      },
    },
    fidelityTitle: 'Wie die Bilder entstehen',
    tickAll: 'Alle auswählen: {section}',
    tickNone: 'Alle abwählen: {section}',
    count: '{ticked} von {all} ausgewählt',
    found: '{found} gefunden',
    noneFound: 'Kein E-Mail-Programm heißt so. Was Sie ausgewählt haben, bleibt ausgewählt.',
    noneTicked: 'Kein E-Mail-Programm ist ausgewählt.',
    unavailable: 'wird gerade nicht gezeichnet',
  },
  fr: {
    search: 'Rechercher',
    placeholder: 'Nom, plate-forme ou code',
    onlyTicked: 'Cochés seulement',
    tick: 'Ne cocher que\u00a0:',
    popular: 'Les plus courants',
    none: 'Aucun',
    sections: {
      iPhone: 'iPhone',
      iPad: 'iPad',
      appleMail: 'Apple Mail sur Mac',
      gmail: 'Gmail',
      outlookWindows: 'Outlook et Courrier pour Windows',
      outlook: 'Outlook.com, nouvel Outlook, Outlook sur téléphone et Mac',
      yahoo: 'Yahoo! Mail et AOL',
      samsung: 'Samsung Email',
      openSource: 'Thunderbird, K-9 Mail et Roundcube',
      otherWebmail: 'Autres webmails',
      others: 'Notes, texte brut et daltonisme',
    },
    fidelity: {
      client: {
        word: 'le client lui-même',
        meaning: 'L’image est prise dans ce client de messagerie même.',
      },
      engine: {
        word: 'même famille de moteur',
        meaning:
          'Le client de messagerie montre les e-mails presque sans les filtrer, et un moteur de la même famille dessine l’image. Pour ceux d’Apple, c’est WebKit, mais pas la version propre à Apple.',
      },
      emulated: {
        word: 'émulé',
        meaning:
          'Nos règles modifient l’e-mail comme le fait le client de messagerie, puis un moteur de navigateur le dessine.',
      },
    },
    fidelityTitle: 'Comment les images sont faites',
    tickAll: 'Tout cocher\u00a0: {section}',
    tickNone: 'Tout décocher\u00a0: {section}',
    count: 'Cochés\u00a0: {ticked} sur {all}',
    found: 'Résultats\u00a0: {found}',
    noneFound: 'Aucun client de messagerie ne porte ce nom. Ce que vous avez coché le reste.',
    noneTicked: 'Aucun client de messagerie n’est coché.',
    unavailable: 'ne peut pas être dessiné en ce moment',
  },
} satisfies Texts<typeof en>
