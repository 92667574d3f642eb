import type { Texts } from '@pas/pages/languages'

interface SharesTexts {
  title: string
  heading: string
  intro: string
  make: string
  label: string
  labelHint: string
  days: string
  dayChoices: Record<'1' | '7' | '30' | '180', string>
  shows: string
  changes: string
  source: string
  addresses: string
  made: string
  linkOnce: string
  copy: string
  copied: string
  none: string
  email: string
  expires: string
  over: string
  revoked: string
  disabled: string
  views: (values: { number: string }) => string
  revoke: string
  revokeLabel: (values: { label: string }) => string
  noLabel: string
  revokedNotice: string
  older: string
  problems: Record<'tooLarge' | 'tooManyOrOld' | 'badLabel', string>
}

export const sharesTexts = {
  en: {
    title: 'Shares',
    heading: 'Share links',
    intro:
      'Everyone who has a share link sees the pictures of this email, without signing in, until the link ends.',
    make: 'Make a link',
    label: 'Label',
    labelHint: 'A title; everyone with the link sees it',
    days: 'Ends after',
    dayChoices: { 1: '1 day', 7: '7 days', 30: '30 days', 180: '180 days' },
    shows: 'Also shows',
    changes: 'what each email client changed',
    source: 'the source of the email',
    addresses:
      'Each picture keeps an address of its own that cannot be guessed. Who has seen it can open it until the email is deleted, also after the link has ended.',
    made: 'The link is made.',
    linkOnce: 'Copy it now: it is shown this once.',
    copy: 'Copy',
    copied: 'Copied',
    none: 'There is no share link yet. Make one on the page of an email.',
    email: 'Email',
    expires: 'ends',
    over: 'ended',
    revoked: 'revoked',
    disabled: 'cannot be opened: the person or application that made it is disabled',
    views: ({ number }) => (number === '1' ? 'seen once' : `seen ${number} times`),
    revoke: 'Revoke',
    revokeLabel: ({ label }) => `Revoke ${label}`,
    noLabel: 'Link without a label',
    revokedNotice: 'The link is revoked. Nobody can open it any more.',
    older: 'Older links',
    problems: {
      tooLarge:
        'What this link would show of the email is larger than 1 MiB. Leave out the source or the changes.',
      tooManyOrOld:
        'No link was made: your account has as many as it may have, or the content of this email is erased. Revoke links that are no longer needed, or share the pictures alone.',
      badLabel: 'A label has at most 128 characters, and no line breaks.',
    },
  },
  de: {
    title: 'Freigaben',
    heading: 'Freigabe-Links',
    intro: 'Wer einen Freigabe-Link hat, sieht die Bilder dieser E-Mail ohne Anmeldung, bis der Link endet.',
    make: 'Link erstellen',
    label: 'Bezeichnung',
    labelHint: 'Ein Titel; alle mit dem Link sehen ihn',
    days: 'Endet nach',
    dayChoices: { 1: '1 Tag', 7: '7 Tagen', 30: '30 Tagen', 180: '180 Tagen' },
    shows: 'Zeigt außerdem',
    changes: 'was jedes E-Mail-Programm geändert hat',
    source: 'den Quelltext der E-Mail',
    addresses:
      'Jedes Bild behält eine eigene Adresse, die niemand erraten kann. Wer es gesehen hat, kann es öffnen, bis die E-Mail gelöscht wird, auch nach dem Ende des Links.',
    made: 'Der Link ist erstellt.',
    linkOnce: 'Kopieren Sie ihn jetzt: Er wird nur dieses eine Mal gezeigt.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    none: 'Noch gibt es keinen Freigabe-Link. Erstellen Sie einen auf der Seite einer E-Mail.',
    email: 'E-Mail',
    expires: 'endet',
    over: 'beendet',
    revoked: 'widerrufen',
    disabled: 'lässt sich nicht öffnen: die Person oder Anwendung, die ihn erstellt hat, ist gesperrt',
    views: ({ number }) => `${number}-mal gesehen`,
    revoke: 'Widerrufen',
    revokeLabel: ({ label }) => `${label} widerrufen`,
    noLabel: 'Link ohne Bezeichnung',
    revokedNotice: 'Der Link ist widerrufen. Niemand kann ihn mehr öffnen.',
    older: 'Ältere Links',
    problems: {
      tooLarge:
        'Was dieser Link von der E-Mail zeigen würde, ist größer als 1 MiB. Lassen Sie den Quelltext oder die Änderungen weg.',
      tooManyOrOld:
        'Es wurde kein Link erstellt: Ihr Konto hat schon so viele, wie es haben darf, oder der Inhalt dieser E-Mail ist gelöscht. Widerrufen Sie Links, die nicht mehr gebraucht werden, oder teilen Sie nur die Bilder.',
      badLabel: 'Eine Bezeichnung hat höchstens 128 Zeichen und keine Zeilenumbrüche.',
    },
  },
  fr: {
    title: 'Partages',
    heading: 'Liens de partage',
    intro:
      'Toute personne qui a un lien de partage voit les images de cet e-mail, sans se connecter, jusqu’à la fin du lien.',
    make: 'Créer un lien',
    label: 'Libellé',
    labelHint: 'Un titre ; toute personne qui a le lien le voit',
    days: 'Prend fin après',
    dayChoices: { 1: '1 jour', 7: '7 jours', 30: '30 jours', 180: '180 jours' },
    shows: 'Montre aussi',
    changes: 'ce que chaque messagerie a changé',
    source: 'le code source de l’e-mail',
    addresses:
      'Chaque image garde sa propre adresse, impossible à deviner. Qui l’a vue peut l’ouvrir jusqu’à la suppression de l’e-mail, même après la fin du lien.',
    made: 'Le lien est créé.',
    linkOnce: 'Copiez-le maintenant : il n’est affiché que cette fois.',
    copy: 'Copier',
    copied: 'Copié',
    none: 'Il n’y a pas encore de lien de partage. Créez-en un sur la page d’un e-mail.',
    email: 'E-mail',
    expires: 'prend fin',
    over: 'terminé',
    revoked: 'révoqué',
    disabled: 'ne s’ouvre pas : la personne ou l’application qui l’a créé est désactivée',
    views: ({ number }) => `vu ${number} fois`,
    revoke: 'Révoquer',
    revokeLabel: ({ label }) => `Révoquer ${label}`,
    noLabel: 'Lien sans libellé',
    revokedNotice: 'Le lien est révoqué. Plus personne ne peut l’ouvrir.',
    older: 'Liens plus anciens',
    problems: {
      tooLarge:
        'Ce que ce lien montrerait de l’e-mail dépasse 1 Mio. Retirez le code source ou les modifications.',
      tooManyOrOld:
        'Aucun lien n’a été créé : votre compte en a autant qu’il peut en avoir, ou le contenu de cet e-mail est effacé. Révoquez les liens devenus inutiles, ou partagez seulement les images.',
      badLabel: 'Un libellé a 128 caractères au plus, sans saut de ligne.',
    },
  },
} satisfies Texts<SharesTexts>
