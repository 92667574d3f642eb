import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Inboxes',
  unread: ({ number }: { number: string }) => `${number} unread`,
  howTo: 'Send mail here',
  live: 'Live',
  reconnecting: 'Reconnecting',
  signedOut: 'Signed out: load the page again',
}

export const inboxListTexts = {
  en,
  de: {
    title: 'Posteingänge',
    unread: ({ number }) => `${number} ungelesen`,
    howTo: 'Mails hierher senden',
    live: 'Live',
    reconnecting: 'Verbindung wird wieder aufgebaut',
    signedOut: 'Abgemeldet: Laden Sie die Seite neu',
  },
  fr: {
    title: 'Boîtes de réception',
    unread: ({ number }) => `${number} non lus`,
    howTo: 'Envoyer des e-mails ici',
    live: 'En direct',
    reconnecting: 'Reconnexion en cours',
    signedOut: 'Déconnecté : rechargez la page',
  },
} satisfies Texts<typeof en>
