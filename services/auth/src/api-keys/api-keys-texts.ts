import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'API keys',
  intro: 'With an API key your own programs hand emails in and read their pictures, for the whole account.',
  keys: 'Keys in force',
  none: 'There is no key yet.',
  unnamed: 'Without a name',
  createdAt: ({ day }: { day: string }) => `made on ${day}`,
  lastUsed: ({ moment }: { moment: string }) => `last used on ${moment}, to the hour`,
  neverUsed: 'never used',
  madeBy: ({ person }: { person: string }) => `by ${person}`,
  ofAccount: 'your account’s own',
  switchedOff: 'does not work while this person is switched off',
  usedBy: ({ application }: { application: string }) => `used by ${application}`,
  make: 'Make a key',
  name: 'Name',
  nameHint: 'Where you use it, e.g. “Newsletter tool, staging”.',
  onlyMail: 'Only sends mail',
  onlyMailHint:
    'For the settings of an application: it sends mail in by SMTP, and can neither read nor do anything else.',
  wrongName: ({ maxLength }: { maxLength: number }) =>
    `Nothing was made, because the name is missing or too long, or holds an invisible character. Type at most ${maxLength} characters.`,
  tooMany: ({ max }: { max: number }) =>
    `Nothing was made, because your account has ${max} keys. Revoke one that is no longer used.`,
  made: 'Your new key',
  apiKey: 'API key',
  shownOnce: 'Store it in a safe place now: it is shown only this once, and we keep no copy.',
  revoke: 'Revoke',
  revokeNamed: ({ name }: { name: string }) => `Revoke ${name}`,
  revokeHeading: 'Revoke this key',
  revokeHint: 'Programs that use it are refused at once, and for good.',
  revoked: 'The key is revoked.',
  noSuchKey: 'There is no such key in force in your account.',
  back: 'Back to all keys',
}

export const apiKeysTexts = {
  en,
  de: {
    title: 'API-Schlüssel',
    intro:
      'Mit einem API-Schlüssel reichen Ihre eigenen Programme E-Mails ein und lesen ihre Bilder, für das ganze Konto.',
    keys: 'Gültige Schlüssel',
    none: 'Es gibt noch keinen Schlüssel.',
    unnamed: 'Ohne Namen',
    createdAt: ({ day }) => `erstellt am ${day}`,
    lastUsed: ({ moment }) => `zuletzt verwendet am ${moment}, auf die Stunde genau`,
    neverUsed: 'nie verwendet',
    madeBy: ({ person }) => `von ${person}`,
    ofAccount: 'Ihrem Konto eigen',
    switchedOff: 'gilt nicht, solange diese Person abgeschaltet ist',
    usedBy: ({ application }) => `verwendet von ${application}`,
    make: 'Schlüssel erstellen',
    name: 'Bezeichnung',
    nameHint: 'Wo Sie ihn verwenden, etwa „Newsletter-Werkzeug, Test“.',
    onlyMail: 'Sendet nur Mails',
    onlyMailHint:
      'Für die Einstellungen einer Anwendung: Er reicht Mails per SMTP ein und kann sonst nichts lesen oder tun.',
    wrongName: ({ maxLength }) =>
      `Es wurde nichts erstellt, weil die Bezeichnung fehlt, zu lang ist oder ein unsichtbares Zeichen enthält. Geben Sie höchstens ${maxLength} Zeichen ein.`,
    tooMany: ({ max }) =>
      `Es wurde nichts erstellt, weil Ihr Konto ${max} Schlüssel hat. Widerrufen Sie einen, der nicht mehr verwendet wird.`,
    made: 'Ihr neuer Schlüssel',
    apiKey: 'Neuer API-Schlüssel',
    shownOnce:
      'Bewahren Sie ihn jetzt sicher auf: Er wird nur dieses eine Mal gezeigt, und wir behalten keine Kopie.',
    revoke: 'Widerrufen',
    revokeNamed: ({ name }) => `${name} widerrufen`,
    revokeHeading: 'Diesen Schlüssel widerrufen',
    revokeHint: 'Programme, die ihn verwenden, werden sofort und endgültig abgewiesen.',
    revoked: 'Der Schlüssel ist widerrufen.',
    noSuchKey: 'In Ihrem Konto gibt es keinen solchen gültigen Schlüssel.',
    back: 'Zurück zu allen Schlüsseln',
  },
  fr: {
    title: 'Clés d’API',
    intro:
      'Avec une clé d’API, vos propres programmes déposent des e-mails et lisent leurs images, pour tout le compte.',
    keys: 'Clés valables',
    none: 'Il n’y a pas encore de clé.',
    unnamed: 'Sans nom',
    createdAt: ({ day }) => `créée le ${day}`,
    lastUsed: ({ moment }) => `utilisée pour la dernière fois le ${moment}, à une heure près`,
    neverUsed: 'jamais utilisée',
    madeBy: ({ person }) => `par ${person}`,
    ofAccount: 'au nom de votre compte',
    switchedOff: 'ne fonctionne pas tant que cette personne est désactivée',
    usedBy: ({ application }) => `utilisée par ${application}`,
    make: 'Créer une clé',
    name: 'Nom de la clé',
    nameHint: 'Là où vous l’utilisez, par exemple «\u00a0Outil de newsletter, test\u00a0».',
    onlyMail: 'Envoie seulement des e-mails',
    onlyMailHint:
      'Pour les réglages d’une application\u00a0: elle dépose des e-mails par SMTP, et ne peut rien lire ni faire d’autre.',
    wrongName: ({ maxLength }) =>
      `Rien n’a été créé, car le nom manque, est trop long ou contient un caractère invisible. Saisissez au plus ${maxLength} caractères.`,
    tooMany: ({ max }) =>
      `Rien n’a été créé, car votre compte a ${max} clés. Révoquez-en une qui n’est plus utilisée.`,
    made: 'Votre nouvelle clé',
    apiKey: 'Nouvelle clé d’API',
    shownOnce:
      'Conservez-la maintenant en lieu sûr\u00a0: elle n’est affichée que cette fois, et nous n’en gardons pas de copie.',
    revoke: 'Révoquer',
    revokeNamed: ({ name }) => `Révoquer ${name}`,
    revokeHeading: 'Révoquer cette clé',
    revokeHint: 'Les programmes qui l’utilisent sont refusés immédiatement et définitivement.',
    revoked: 'La clé est révoquée.',
    noSuchKey: 'Votre compte n’a pas de telle clé valable.',
    back: 'Retour à toutes les clés',
  },
} satisfies Texts<typeof en>
