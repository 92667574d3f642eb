import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Inboxes',
  none: 'No mail yet.',
  unreadMail: 'Unread:',
  to: 'To',
  noSender: 'No sender',
  recipes: 'Send your application’s mail here',
  intro:
    'Let your application send to this address instead of its mail server. The user name is the inbox: its first mail makes it. Nothing is sent on to anybody.',
  host: 'Host',
  port: 'Port',
  user: 'User name, the inbox',
  password: 'Password',
  anApiKey: 'an API key',
  keyHint: 'Make one that only sends mail, on the page',
  apiKeys: 'API keys',
  askForKey: 'Ask an administrator of your account, or the operator, for one that only sends mail.',
  copy: 'Copy',
  copied: 'Copied',
  testMail: 'Send a test mail',
  testMailHint: '“Send a test mail” puts our test card into this inbox: from this page, and not by SMTP.',
  isOff: 'No mail is taken in by SMTP yet.',
  turnOn:
    'The operator turns it on: SMTP_PORT is the port at which the API takes mail, and SMTP_ADDRESS tells the board where applications reach it, such as mail.example.com:587.',
  older: 'Older mail',
  newest: 'Newest mail',
  empty: 'There is no mail in this inbox. Mail is listed for 48 hours, and as long as it has a picture.',
  came: ({ number }: { number: string }) => `New mail: ${number}`,
}

export type InboxesTexts = typeof en

export const inboxesTexts = {
  en,
  de: {
    title: 'Posteingänge',
    none: 'Noch keine Mail.',
    unreadMail: 'Ungelesen:',
    to: 'An',
    noSender: 'Ohne Absender',
    recipes: 'Die Mails Ihrer Anwendung hierher senden',
    intro:
      'Lassen Sie Ihre Anwendung an diese Adresse senden statt an ihren Mailserver. Der Benutzername ist der Posteingang: Seine erste Mail legt ihn an. Nichts wird an jemanden weitergesendet.',
    host: 'Host',
    port: 'Port',
    user: 'Benutzername, der Posteingang',
    password: 'Passwort',
    anApiKey: 'ein API-Schlüssel',
    keyHint: 'Erstellen Sie einen, der nur Mails sendet, auf der Seite',
    apiKeys: 'API-Schlüssel',
    askForKey:
      'Bitten Sie eine Person, die Ihr Konto verwaltet, oder den Betreiber um einen, der nur Mails sendet.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    testMail: 'Eine Testmail senden',
    testMailHint:
      '„Eine Testmail senden“ legt unsere Testkarte in diesen Posteingang: von dieser Seite und nicht per SMTP.',
    isOff: 'Noch werden keine Mails per SMTP angenommen.',
    turnOn:
      'Der Betreiber schaltet es ein: SMTP_PORT ist der Port, an dem die API Mails annimmt, und SMTP_ADDRESS sagt dem Board, wo Anwendungen ihn erreichen, etwa mail.example.com:587.',
    older: 'Ältere Mails',
    newest: 'Neueste Mails',
    empty:
      'In diesem Posteingang ist keine Mail. Mails stehen 48 Stunden in der Liste und solange sie ein Bild haben.',
    came: ({ number }) => `Neue Mails: ${number}`,
  },
  fr: {
    title: 'Boîtes de réception',
    none: 'Pas encore d’e-mail.',
    unreadMail: 'Non lu :',
    to: 'À',
    noSender: 'Sans expéditeur',
    recipes: 'Envoyer ici les e-mails de votre application',
    intro:
      'Faites envoyer votre application à cette adresse au lieu de son serveur de messagerie. Le nom d’utilisateur est la boîte de réception : son premier e-mail la crée. Rien n’est transmis à personne.',
    host: 'Hôte',
    port: 'Port',
    user: 'Nom d’utilisateur, la boîte de réception',
    password: 'Mot de passe',
    anApiKey: 'une clé d’API',
    keyHint: 'Créez-en une qui envoie seulement des e-mails, sur la page',
    apiKeys: 'Clés d’API',
    askForKey:
      'Demandez à une personne qui administre votre compte, ou à l’exploitant, une clé qui envoie seulement des e-mails.',
    copy: 'Copier',
    copied: 'Copié',
    testMail: 'Envoyer un e-mail d’essai',
    testMailHint:
      '« Envoyer un e-mail d’essai » dépose notre mire dans cette boîte : depuis cette page, et non par SMTP.',
    isOff: 'Aucun e-mail n’est encore accepté par SMTP.',
    turnOn:
      'L’exploitant l’active : SMTP_PORT est le port où l’API accepte les e-mails, et SMTP_ADDRESS indique au tableau où les applications l’atteignent, par exemple mail.example.com:587.',
    older: 'E-mails plus anciens',
    newest: 'E-mails les plus récents',
    empty: 'Il n’y a pas d’e-mail dans cette boîte. Un e-mail y figure 48 heures, et tant qu’il a une image.',
    came: ({ number }) => `Nouveaux e-mails : ${number}`,
  },
} satisfies Texts<typeof en>
