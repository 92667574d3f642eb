import type { Texts } from '@pas/pages/languages'
import type { Fidelity } from '@pas/email-clients/email-client'
import type { EmailClientSection } from './email-client-sections'

interface ClientsTexts {
  title: string
  heading: string
  intro: string
  saved: { choice: string; popular: string }
  nothingTicked: string
  notChosen: string
  search: string
  placeholder: string
  onlyTicked: string
  popular: string
  sections: Record<EmailClientSection, string>
  /** In the order in which they are explained. */
  fidelity: Record<Fidelity, { word: string; meaning: string }>
  fidelityTitle: string
  save: string
  usePopular: string
  noLongerOffered: string
  tickAll: (values: { section: string }) => string
  tickNone: (values: { section: string }) => string
  /** The script puts numbers in the place of `{ticked}` and `{all}`. */
  count: string
  /** The script puts a number in the place of `{found}`. */
  found: string
  noneFound: string
  noneTicked: string
  unsaved: string
}

/** The texts of the page of email clients, and of its script. */
export const clientsTexts = {
  en: {
    title: 'Email clients',
    heading: 'Email clients to test with',
    intro:
      'Applications that you connected show your emails in these email clients unless you ask for others.',
    saved: {
      choice: 'Saved. Your applications use these email clients from now on.',
      popular: 'Done. The popular set is used from now on.',
    },
    nothingTicked: 'Nothing was saved because no email client is ticked. Tick at least one, then save.',
    notChosen: 'You have not chosen yet: this is the popular set. Change it, then save.',
    search: 'Search',
    placeholder: 'Name, platform or code',
    onlyTicked: 'Only ticked',
    popular: 'Popular',
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
    save: 'Save',
    usePopular: 'Use the popular set',
    noLongerOffered:
      'Nothing was saved because one of the email clients is no longer offered. Go to your settings again and choose from those shown.',
    tickAll: ({ section }) => `Tick all: ${section}`,
    tickNone: ({ section }) => `Tick none: ${section}`,
    count: '{ticked} of {all} ticked',
    found: '{found} found',
    noneFound: 'No email client is called that. What you ticked stays ticked.',
    noneTicked: 'No email client is ticked.',
    unsaved: 'not saved yet',
  },
  de: {
    title: 'E-Mail-Clients',
    heading: 'E-Mail-Clients zum Testen',
    intro:
      'Verbundene Anwendungen zeigen Ihre E-Mails in diesen E-Mail-Clients, wenn Sie dort keine anderen wählen.',
    saved: {
      choice: 'Gespeichert. Ihre Anwendungen verwenden ab jetzt diese E-Mail-Clients.',
      popular: 'Erledigt. Ab jetzt gilt die übliche Auswahl.',
    },
    nothingTicked:
      'Es wurde nichts gespeichert, weil kein E-Mail-Client ausgewählt ist. Wählen Sie mindestens einen aus und speichern Sie dann.',
    notChosen:
      'Sie haben noch nicht gewählt: Dies ist die übliche Auswahl. Ändern Sie sie und speichern Sie dann.',
    search: 'Suchen',
    placeholder: 'Name, Plattform oder Code',
    onlyTicked: 'Nur ausgewählte',
    popular: 'Häufig genutzt',
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
        word: 'der Client selbst',
        meaning: 'Das Bild entsteht in genau diesem E-Mail-Client.',
      },
      engine: {
        word: 'gleiche Engine-Familie',
        meaning:
          'Der E-Mail-Client zeigt E-Mails fast ungefiltert, und eine Engine derselben Familie zeichnet das Bild. Bei denen von Apple ist das WebKit, aber nicht Apples eigene Fassung davon.',
      },
      emulated: {
        word: 'nachgebildet',
        meaning:
          'Unsere Regeln ändern die E-Mail so wie der E-Mail-Client, dann zeichnet sie eine Browser-Engine.',
      },
    },
    fidelityTitle: 'Wie die Bilder entstehen',
    save: 'Speichern',
    usePopular: 'Übliche Auswahl',
    noLongerOffered:
      'Es wurde nichts gespeichert, weil einer der E-Mail-Clients nicht mehr angeboten wird. Gehen Sie noch einmal zu Ihren Einstellungen und wählen Sie aus den angezeigten.',
    tickAll: ({ section }) => `Alle auswählen: ${section}`,
    tickNone: ({ section }) => `Alle abwählen: ${section}`,
    count: '{ticked} von {all} ausgewählt',
    found: '{found} gefunden',
    noneFound: 'Kein E-Mail-Client heißt so. Was Sie ausgewählt haben, bleibt ausgewählt.',
    noneTicked: 'Kein E-Mail-Client ist ausgewählt.',
    unsaved: 'noch nicht gespeichert',
  },
  fr: {
    title: 'Clients de messagerie',
    heading: 'Clients de messagerie pour vos tests',
    intro:
      'Les applications connectées montrent vos e-mails dans ces clients de messagerie, sauf si vous en demandez d’autres.',
    saved: {
      choice: 'Enregistré. Vos applications utilisent désormais ces clients de messagerie.',
      popular: 'C’est fait. La sélection courante est désormais utilisée.',
    },
    nothingTicked:
      'Rien n’a été enregistré, car aucun client de messagerie n’est coché. Cochez-en au moins un, puis enregistrez.',
    notChosen:
      'Vous n’avez pas encore choisi\u202f: voici la sélection courante. Modifiez-la, puis enregistrez.',
    search: 'Rechercher',
    placeholder: 'Nom, plate-forme ou code',
    onlyTicked: 'Cochés seulement',
    popular: 'Les plus courants',
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
    save: 'Enregistrer',
    usePopular: 'Sélection courante',
    noLongerOffered:
      'Rien n’a été enregistré, car l’un des clients de messagerie n’est plus proposé. Rouvrez vos réglages et choisissez parmi ceux qui sont affichés.',
    tickAll: ({ section }) => `Tout cocher\u00a0: ${section}`,
    tickNone: ({ section }) => `Tout décocher\u00a0: ${section}`,
    count: 'Cochés\u00a0: {ticked} sur {all}',
    found: 'Résultats\u00a0: {found}',
    noneFound: 'Aucun client de messagerie ne porte ce nom. Ce que vous avez coché le reste.',
    noneTicked: 'Aucun client de messagerie n’est coché.',
    unsaved: 'pas encore enregistré',
  },
} satisfies Texts<ClientsTexts>
