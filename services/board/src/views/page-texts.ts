import type { Texts } from '@pas/pages/languages'

const en = {
  toEmails: 'To your emails',
  toShared: 'To the shared pictures',
  allPictures: 'All pictures',
  apiAway: 'The board cannot reach the service that holds your emails. Try again in a few seconds.',
  authAway: 'The board cannot reach the service that signs people in. Try again in a few seconds.',
  notAccepted:
    'The board is switched off: the service that signs people in does not accept it. Trying again does not help. Its operator has to mend this.',
}

export const pageTexts = {
  en,
  de: {
    toEmails: 'Zu Ihren E-Mails',
    toShared: 'Zu den geteilten Bildern',
    allPictures: 'Alle Bilder',
    apiAway:
      'Das Board erreicht den Dienst nicht, der Ihre E-Mails aufbewahrt. Versuchen Sie es in einigen Sekunden noch einmal.',
    authAway:
      'Das Board erreicht den Dienst nicht, bei dem man sich anmeldet. Versuchen Sie es in einigen Sekunden noch einmal.',
    notAccepted:
      'Das Board ist abgeschaltet: Der Dienst, bei dem man sich anmeldet, nimmt es nicht an. Ein neuer Versuch hilft nicht. Wer es betreibt, muss das beheben.',
  },
  fr: {
    toEmails: 'Vers vos e-mails',
    toShared: 'Vers les images partagées',
    allPictures: 'Toutes les images',
    apiAway:
      'Le tableau ne parvient pas à joindre le service qui conserve vos e-mails. Réessayez dans quelques secondes.',
    authAway:
      'Le tableau ne parvient pas à joindre le service de connexion. Réessayez dans quelques secondes.',
    notAccepted:
      'Le tableau est désactivé : le service de connexion ne l’accepte pas. Réessayer ne sert à rien. C’est à son exploitant d’y remédier.',
  },
} satisfies Texts<typeof en>
