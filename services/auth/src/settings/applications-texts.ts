import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Applications',
  heading: 'Connected applications',
  intro: 'You allowed these applications to act for you. Disconnect those that you no longer use.',
  disconnected:
    'Disconnected. The application can no longer act for you. The share links that it made for you no longer open, and its webhooks have ended.',
  none: 'No application acts for you.',
  noneHint: 'An application that wants to act for you sends you here, and you decide whether to allow it.',
  switchedOff: 'This application is switched off and cannot act for you.',
  madeBy: 'Made by',
  since: 'Connected since',
  answersGoTo: 'Answers go to',
  madeForYou: 'Made for you',
  links: ({ count, number }: { count: number; number: string }) =>
    count === 1 ? '1 share link' : `${number} share links`,
  webhooks: ({ count, number }: { count: number; number: string }) =>
    count === 1 ? '1 webhook' : `${number} webhooks`,
  disconnect: 'Disconnect',
  disconnectNamed: ({ application }: { application: string }) => `Disconnect ${application}`,
  disconnectHint:
    'It loses its access at once, and has to ask you again to get it back. Share links that it made for you stop opening, and webhooks that it made for you end; connecting it again does not bring them back.',
  notConnected:
    'This application is not connected to your account, so there is nothing to disconnect. Go to “Applications” to see those that are.',
}

export const applicationsTexts = {
  en,
  de: {
    title: 'Anwendungen',
    heading: 'Verbundene Anwendungen',
    intro:
      'Diesen Anwendungen haben Sie erlaubt, in Ihrem Namen zu handeln. Trennen Sie die, die Sie nicht mehr nutzen.',
    disconnected:
      'Getrennt. Die Anwendung kann nicht mehr in Ihrem Namen handeln. Die Freigabe-Links, die sie für Sie erstellt hat, lassen sich nicht mehr öffnen, und ihre Webhooks sind beendet.',
    none: 'Keine Anwendung handelt in Ihrem Namen.',
    noneHint:
      'Eine Anwendung, die in Ihrem Namen handeln möchte, schickt Sie hierher, und Sie entscheiden, ob Sie es ihr erlauben.',
    switchedOff: 'Diese Anwendung ist abgeschaltet und kann nicht in Ihrem Namen handeln.',
    madeBy: 'Hergestellt von',
    since: 'Verbunden seit',
    answersGoTo: 'Antworten gehen an',
    madeForYou: 'Für Sie erstellt',
    links: ({ count, number }) => (count === 1 ? '1 Freigabe-Link' : `${number} Freigabe-Links`),
    webhooks: ({ count, number }) => (count === 1 ? '1 Webhook' : `${number} Webhooks`),
    disconnect: 'Trennen',
    disconnectNamed: ({ application }) => `${application} trennen`,
    disconnectHint:
      'Sie verliert ihren Zugriff sofort und muss Sie erneut fragen, um ihn zurückzubekommen. Freigabe-Links und Webhooks, die sie für Sie erstellt hat, enden; ein erneutes Verbinden stellt sie nicht wieder her.',
    notConnected:
      'Diese Anwendung ist nicht mit Ihrem Konto verbunden, es gibt also nichts zu trennen. Unter „Anwendungen“ sehen Sie die verbundenen.',
  },
  fr: {
    title: 'Applications',
    heading: 'Applications connectées',
    intro:
      'Vous avez autorisé ces applications à agir en votre nom. Déconnectez celles que vous n’utilisez plus.',
    disconnected:
      'Déconnectée. L’application ne peut plus agir en votre nom. Les liens de partage qu’elle a créés pour vous ne s’ouvrent plus, et ses webhooks ont pris fin.',
    none: 'Aucune application n’agit en votre nom.',
    noneHint:
      'Une application qui veut agir en votre nom vous envoie ici, et vous décidez si vous l’y autorisez.',
    switchedOff: 'Cette application est désactivée et ne peut pas agir en votre nom.',
    madeBy: 'Éditée par',
    since: 'Connectée depuis le',
    answersGoTo: 'Réponses envoyées à',
    madeForYou: 'Créés pour vous',
    links: ({ count, number }) => (count === 1 ? '1 lien de partage' : `${number} liens de partage`),
    webhooks: ({ count, number }) => (count === 1 ? '1 webhook' : `${number} webhooks`),
    disconnect: 'Déconnecter',
    disconnectNamed: ({ application }) => `Déconnecter ${application}`,
    disconnectHint:
      'Elle perd son accès aussitôt, et doit vous le redemander pour le retrouver. Les liens de partage et les webhooks qu’elle a créés pour vous prennent fin ; la reconnecter ne les rétablit pas.',
    notConnected:
      'Cette application n’est pas connectée à votre compte, il n’y a donc rien à déconnecter. Sous «\u00a0Applications\u00a0», vous voyez celles qui le sont.',
  },
} satisfies Texts<typeof en>
