import type { Texts } from '@pas/pages/languages'

/** What this service's error pages say beside the texts of every service's. */
export const wayOutTexts = {
  en: {
    toSettings: 'Go to your settings',
    signInAway:
      'Nobody can sign in for the moment because failed attempts cannot be counted. Try again in a few seconds.',
  },
  de: {
    toSettings: 'Zu Ihren Einstellungen',
    signInAway:
      'Zurzeit kann sich niemand anmelden, weil Fehlversuche nicht gezählt werden können. Versuchen Sie es in einigen Sekunden noch einmal.',
  },
  fr: {
    toSettings: 'Ouvrir vos réglages',
    signInAway:
      'Personne ne peut se connecter pour le moment, car les tentatives échouées ne peuvent pas être comptées. Réessayez dans quelques secondes.',
  },
} satisfies Texts<{ toSettings: string; signInAway: string }>
