import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Usage',
  intro:
    'What your account has used, by its people, its applications and its API keys together. Times are in UTC.',
  lastHour: 'In the last hour',
  month: ({ month }: { month: string }) => `In ${month}`,
  emails: 'Emails handed in',
  captures: 'Pictures drawn',
  monthHint: 'Since the first of the month, with what was deleted since.',
  notCounted: 'There is too much to be counted now. Load this page again in a few minutes.',
  limits: 'Limits',
  emailsPerMinute: 'Emails a minute',
  emailBytesPerHour: 'Emails and their images an hour',
  capturesPerHour: 'Pictures an hour',
  capturesWaiting: 'Pictures that wait for one engine',
  checksPerMinute: 'Checks a minute',
  limitsHint: 'If these do not fit, ask the people who run this service.',
}

export const usageTexts = {
  en,
  de: {
    title: 'Verbrauch',
    intro:
      'Was Ihr Konto verbraucht hat, mit allen Personen, Anwendungen und API-Schlüsseln zusammen. Zeiten sind in UTC.',
    lastHour: 'In der letzten Stunde',
    month: ({ month }) => `Im ${month}`,
    emails: 'Eingereichte E-Mails',
    captures: 'Gezeichnete Bilder',
    monthHint: 'Seit dem Monatsersten, mit dem, was seitdem gelöscht wurde.',
    notCounted: 'Es ist zu viel, um es jetzt zu zählen. Laden Sie diese Seite in einigen Minuten neu.',
    limits: 'Grenzen',
    emailsPerMinute: 'E-Mails in der Minute',
    emailBytesPerHour: 'E-Mails und ihre Bilder in der Stunde',
    capturesPerHour: 'Gezeichnete Bilder in der Stunde',
    capturesWaiting: 'Bilder, die auf eine Engine warten',
    checksPerMinute: 'Prüfungen in der Minute',
    limitsHint: 'Wenn diese nicht passen, wenden Sie sich an die Stelle, die diesen Dienst betreibt.',
  },
  fr: {
    title: 'Consommation',
    intro:
      'Ce que votre compte a consommé, avec toutes ses personnes, applications et clés d’API. Les heures sont en UTC.',
    lastHour: 'Durant la dernière heure',
    month: ({ month }) => `En ${month}`,
    emails: 'E-mails déposés',
    captures: 'Images produites',
    monthHint: 'Depuis le premier du mois, y compris ce qui a été supprimé depuis.',
    notCounted: 'Il y a trop à compter maintenant. Rechargez cette page dans quelques minutes.',
    limits: 'Limites',
    emailsPerMinute: 'E-mails par minute',
    emailBytesPerHour: 'E-mails et leurs images par heure',
    capturesPerHour: 'Images par heure',
    capturesWaiting: 'Images en attente d’un moteur',
    checksPerMinute: 'Contrôles par minute',
    limitsHint: 'Si elles ne conviennent pas, adressez-vous à l’équipe qui gère ce service.',
  },
} satisfies Texts<typeof en>
