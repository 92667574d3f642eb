import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'People',
  intro:
    'These people sign in as users of {account}. An admin invites and removes people and makes API keys.',
  people: 'People',
  roles: { admin: 'Admin', member: 'Member' },
  roleHints: {
    admin: 'Also invites and removes people, and makes API keys.',
    member: 'Looks at emails, and shares them.',
  },
  you: 'you',
  switchedOff: 'switched off',
  secondFactor: 'second factor',
  change: 'Change',
  changeNamed: ({ person }: { person: string }) => `Change ${person}`,
  searchLabel: 'Name or e-mail address',
  search: 'Search',
  showEverybody: 'Show everybody',
  nobodyFound: 'Nobody of this name or address.',
  pages: 'Pages of people',
  previous: 'Previous',
  next: 'Next',
  pageOf: ({ page, pages }: { page: number; pages: number }) => `Page ${page} of ${pages}`,
  invitations: 'Open invitations',
  until: ({ moment }: { moment: string }) => `until ${moment}`,
  withdraw: 'Withdraw',
  withdrawNamed: ({ email }: { email: string }) => `Withdraw the invitation of ${email}`,
  invite: 'Invite a person',
  email: 'E-mail address',
  role: 'Role',
  mailLanguage: 'Language of the mail',
  byMail: 'We mail a link with which the person chooses a name and a password. It works once, for 24 hours.',
  byLink:
    'You get a link to pass on, with which the person chooses a name and a password. It works once, for 24 hours.',
  send: 'Send the invitation',
  makeLink: 'Make the link',
  missingEmail: 'Nothing was sent, because that is no e-mail address. Type one such as name@example.com.',
  alreadyHere: 'Nothing was sent, because a person of your account already signs in with this address.',
  tooManyInvitations: ({ wait }: { wait: string }) =>
    `Nothing was sent, because an account may invite 20 times a day. Try again in ${wait}.`,
  invitedByMail: 'The invitation of {email} is on its way. If nothing comes, look among unwanted mail.',
  linkHeading: 'Link for {email}',
  linkHint:
    'Pass it on by a way that nobody else reads: it is shown only now. Whoever opens it can choose the password.',
  linkLabel: 'Link',
  done: {
    role: 'The role is changed.',
    removed: 'The person is removed.',
    withdrawn: 'The invitation is withdrawn. Its link no longer works.',
  },
  back: 'Back to all people',
  saveRole: 'Save the role',
  roleKeepsKeys: 'API keys that an admin made go on working when they become a member.',
  remove: 'Remove',
  removeHeading: 'Remove this person',
  removeEnds: 'For good, and at once:',
  ends: {
    access: ({ number }: { number: string }) =>
      `The person can no longer sign in. Browsers that are signed out: ${number}.`,
    applications: ({ number }: { number: string }) => `Applications that lose their access: ${number}.`,
    links: ({ number }: { number: string }) => `Share links that end: ${number}.`,
    webhooks: ({ number }: { number: string }) => `Webhooks that end: ${number}.`,
    keys: ({ number }: { number: string }) => `API keys that end: ${number}.`,
  },
  staysHint: 'Emails that the person has handed in stay with your account.',
  keepLinks: 'Share links stay, as your account’s own',
  keepKeys: 'API keys stay, as your account’s own',
  keepKeysHint: 'The person may still have them.',
  lastAdmin:
    'Nothing was changed, because you are the last admin of your account. Make another person an admin first.',
  lastAdminHint:
    'You are the last admin of your account: make another person an admin before you change or remove yourself.',
  withdrawHeading: 'Withdraw this invitation',
  withdrawHint: 'The link for {email} then no longer works.',
  noSuchPerson: 'This person is not, or is no longer, one of your account.',
  noSuchInvitation: 'This invitation was taken, withdrawn or replaced, or has expired.',
}

export const peopleTexts = {
  en,
  de: {
    title: 'Personen',
    intro:
      'Diese Personen melden sich für {account} an. Wer das Konto verwaltet, lädt Personen ein, entfernt sie und erstellt API-Schlüssel.',
    people: 'Alle Personen',
    roles: { admin: 'Verwaltung', member: 'Mitglied' },
    roleHints: {
      admin: 'Lädt auch Personen ein, entfernt sie und erstellt API-Schlüssel.',
      member: 'Sieht sich E-Mails an und gibt sie frei.',
    },
    you: 'Sie',
    switchedOff: 'abgeschaltet',
    secondFactor: 'zweiter Faktor',
    change: 'Ändern',
    changeNamed: ({ person }) => `${person} ändern`,
    searchLabel: 'Name oder E-Mail-Adresse',
    search: 'Suchen',
    showEverybody: 'Alle zeigen',
    nobodyFound: 'Niemand mit diesem Namen oder dieser Adresse.',
    pages: 'Seiten der Personen',
    previous: 'Vorige',
    next: 'Nächste',
    pageOf: ({ page, pages }) => `Seite ${page} von ${pages}`,
    invitations: 'Offene Einladungen',
    until: ({ moment }) => `bis ${moment}`,
    withdraw: 'Zurückziehen',
    withdrawNamed: ({ email }) => `Die Einladung von ${email} zurückziehen`,
    invite: 'Eine Person einladen',
    email: 'E-Mail-Adresse',
    role: 'Rolle',
    mailLanguage: 'Sprache der Mail',
    byMail:
      'Wir schicken einen Link, mit dem die Person Namen und Passwort wählt. Er gilt 24 Stunden und nur einmal.',
    byLink:
      'Sie erhalten einen Link zum Weitergeben, mit dem die Person Namen und Passwort wählt. Er gilt 24 Stunden und nur einmal.',
    send: 'Einladung schicken',
    makeLink: 'Link erstellen',
    missingEmail:
      'Es wurde nichts geschickt, weil das keine E-Mail-Adresse ist. Geben Sie eine wie name@example.com ein.',
    alreadyHere:
      'Es wurde nichts geschickt, weil sich mit dieser Adresse schon eine Person Ihres Kontos anmeldet.',
    tooManyInvitations: ({ wait }) =>
      `Es wurde nichts geschickt, weil ein Konto 20-mal am Tag einladen darf. Versuchen Sie es in ${wait} noch einmal.`,
    invitedByMail:
      'Die Einladung von {email} ist unterwegs. Wenn nichts kommt, sehen Sie im Spam-Ordner nach.',
    linkHeading: 'Link für {email}',
    linkHint:
      'Geben Sie ihn auf einem Weg weiter, den niemand sonst liest: Er wird nur jetzt gezeigt. Wer ihn öffnet, kann das Passwort wählen.',
    linkLabel: 'Einladungslink',
    done: {
      role: 'Die Rolle ist geändert.',
      removed: 'Die Person ist entfernt.',
      withdrawn: 'Die Einladung ist zurückgezogen. Ihr Link gilt nicht mehr.',
    },
    back: 'Zurück zu allen Personen',
    saveRole: 'Rolle speichern',
    roleKeepsKeys: 'API-Schlüssel, die jemand in der Verwaltung erstellt hat, gelten danach weiter.',
    remove: 'Entfernen',
    removeHeading: 'Diese Person entfernen',
    removeEnds: 'Endgültig und sofort:',
    ends: {
      access: ({ number }) =>
        `Die Person kann sich nicht mehr anmelden. Browser, die abgemeldet werden: ${number}.`,
      applications: ({ number }) => `Anwendungen, die den Zugang verlieren: ${number}.`,
      links: ({ number }) => `Freigabelinks, die enden: ${number}.`,
      webhooks: ({ number }) => `Webhooks, die enden: ${number}.`,
      keys: ({ number }) => `API-Schlüssel, die enden: ${number}.`,
    },
    staysHint: 'E-Mails, die die Person eingereicht hat, bleiben bei Ihrem Konto.',
    keepLinks: 'Freigabelinks bleiben, als eigene Ihres Kontos',
    keepKeys: 'API-Schlüssel bleiben, als eigene Ihres Kontos',
    keepKeysHint: 'Die Person hat sie vielleicht noch.',
    lastAdmin:
      'Es wurde nichts geändert, weil nur noch Sie Ihr Konto verwalten. Geben Sie zuerst einer anderen Person diese Rolle.',
    lastAdminHint:
      'Nur noch Sie verwalten Ihr Konto: Geben Sie zuerst einer anderen Person diese Rolle, bevor Sie sich selbst ändern oder entfernen.',
    withdrawHeading: 'Diese Einladung zurückziehen',
    withdrawHint: 'Der Link für {email} gilt dann nicht mehr.',
    noSuchPerson: 'Diese Person gehört nicht oder nicht mehr zu Ihrem Konto.',
    noSuchInvitation:
      'Diese Einladung wurde angenommen, zurückgezogen oder ersetzt, oder sie ist abgelaufen.',
  },
  fr: {
    title: 'Personnes',
    intro:
      'Ces personnes se connectent pour {account}. Un administrateur invite et retire des personnes, et crée des clés d’API.',
    people: 'Toutes les personnes',
    roles: { admin: 'Administrateur', member: 'Membre' },
    roleHints: {
      admin: 'Invite et retire aussi des personnes, et crée des clés d’API.',
      member: 'Regarde des e-mails et les partage.',
    },
    you: 'vous',
    switchedOff: 'désactivé',
    secondFactor: 'second facteur',
    change: 'Modifier',
    changeNamed: ({ person }) => `Modifier ${person}`,
    searchLabel: 'Nom ou adresse e-mail',
    search: 'Rechercher',
    showEverybody: 'Tout afficher',
    nobodyFound: 'Personne de ce nom ou de cette adresse.',
    pages: 'Pages des personnes',
    previous: 'Précédente',
    next: 'Suivante',
    pageOf: ({ page, pages }) => `Page ${page} sur ${pages}`,
    invitations: 'Invitations ouvertes',
    until: ({ moment }) => `jusqu’au ${moment}`,
    withdraw: 'Retirer',
    withdrawNamed: ({ email }) => `Retirer l’invitation de ${email}`,
    invite: 'Inviter une personne',
    email: 'Adresse e-mail',
    role: 'Rôle',
    mailLanguage: 'Langue du message',
    byMail:
      'Nous envoyons un lien avec lequel la personne choisit son nom et son mot de passe. Il est valable 24 heures et ne sert qu’une fois.',
    byLink:
      'Vous recevez un lien à transmettre, avec lequel la personne choisit son nom et son mot de passe. Il est valable 24 heures et ne sert qu’une fois.',
    send: 'Envoyer l’invitation',
    makeLink: 'Créer le lien',
    missingEmail:
      'Rien n’a été envoyé, car ce n’est pas une adresse e-mail. Saisissez-en une comme nom@example.com.',
    alreadyHere: 'Rien n’a été envoyé, car une personne de votre compte se connecte déjà avec cette adresse.',
    tooManyInvitations: ({ wait }) =>
      `Rien n’a été envoyé, car un compte peut inviter 20 fois par jour. Réessayez dans ${wait}.`,
    invitedByMail:
      'L’invitation de {email} est en route. Si rien n’arrive, regardez parmi les messages indésirables.',
    linkHeading: 'Lien pour {email}',
    linkHint:
      'Transmettez-le par une voie que personne d’autre ne lit\u00a0: il n’est affiché que maintenant. Qui l’ouvre peut choisir le mot de passe.',
    linkLabel: 'Lien d’invitation',
    done: {
      role: 'Le rôle est modifié.',
      removed: 'La personne est retirée.',
      withdrawn: 'L’invitation est retirée. Son lien n’est plus valable.',
    },
    back: 'Retour à toutes les personnes',
    saveRole: 'Enregistrer le rôle',
    roleKeepsKeys: 'Les clés d’API créées par un administrateur restent valables quand il devient membre.',
    remove: 'Retirer du compte',
    removeHeading: 'Retirer cette personne',
    removeEnds: 'Définitivement et immédiatement\u00a0:',
    ends: {
      access: ({ number }) =>
        `La personne ne peut plus se connecter. Navigateurs déconnectés\u00a0: ${number}.`,
      applications: ({ number }) => `Applications qui perdent leur accès\u00a0: ${number}.`,
      links: ({ number }) => `Liens de partage qui prennent fin\u00a0: ${number}.`,
      webhooks: ({ number }) => `Webhooks qui prennent fin\u00a0: ${number}.`,
      keys: ({ number }) => `Clés d’API qui prennent fin\u00a0: ${number}.`,
    },
    staysHint: 'Les e-mails que la personne a déposés restent dans votre compte.',
    keepLinks: 'Les liens de partage restent, au nom de votre compte',
    keepKeys: 'Les clés d’API restent, au nom de votre compte',
    keepKeysHint: 'La personne les a peut-être encore.',
    lastAdmin:
      'Rien n’a été modifié, car vous êtes le dernier administrateur de votre compte. Donnez d’abord ce rôle à une autre personne.',
    lastAdminHint:
      'Vous êtes le dernier administrateur de votre compte\u00a0: donnez ce rôle à une autre personne avant de vous modifier ou de vous retirer.',
    withdrawHeading: 'Retirer cette invitation',
    withdrawHint: 'Le lien pour {email} n’est alors plus valable.',
    noSuchPerson: 'Cette personne n’est pas, ou n’est plus, dans votre compte.',
    noSuchInvitation: 'Cette invitation a été acceptée, retirée ou remplacée, ou elle a expiré.',
  },
} satisfies Texts<typeof en>

export type PeopleTexts = typeof en
