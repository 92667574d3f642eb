import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Email clients',
  heading: 'Email clients to test with',
  intro:
    'The board draws mail that you open in these email clients, and applications that you connected your emails, unless you ask for others.',
  saved: {
    choice: 'Saved. The board and your applications use these email clients from now on.',
    popular: 'Done. The popular set is used from now on.',
    set: 'The set is saved.',
    set_deleted: 'The set is deleted.',
  },
  nothingTicked: 'Nothing was saved because no email client is ticked. Tick at least one, then save.',
  notChosen: 'You have not chosen yet: this is the popular set. Change it, then save.',
  save: 'Save',
  usePopular: 'Use the popular set',
  noLongerOffered:
    'Nothing was saved because one of the email clients is no longer offered. Go to your settings again and choose from those shown.',
  unsaved: 'not saved yet',
  sets: 'Your sets',
  setsHint: 'Choices with a name, which are offered whenever you choose email clients.',
  emailClients: ({ count }: { count: number }) => (count === 1 ? '1 email client' : `${count} email clients`),
  show: 'Show',
  showNamed: ({ set }: { set: string }) => `Show the email clients of ${set}`,
  delete: 'Delete',
  deleteNamed: ({ set }: { set: string }) => `Delete ${set}`,
  shown: 'The email clients of {set} are ticked.',
  saveAsSet: 'Save as a set',
  setName: 'Name of the set',
  setNameHint: 'Such as “Outlook check”. A set of this name is replaced.',
  noSetName: 'Nothing was saved because the set has no name. Type one, such as “Outlook check”.',
  wrongSetName: ({ maxLength }: { maxLength: number }) =>
    `Nothing was saved because the name is too long, or has a line break or another control character. Type at most ${maxLength} characters.`,
  tooManySets: ({ max }: { max: number }) =>
    `Nothing was saved because you have ${max} sets. Delete one first.`,
  noSuchSet: 'This set does not exist any more. Nothing was changed.',
}

export const clientsTexts = {
  en,
  de: {
    title: 'E-Mail-Programme',
    heading: 'E-Mail-Programme zum Testen',
    intro:
      'Das Board zeichnet geöffnete Mails in diesen E-Mail-Programmen, und verbundene Anwendungen Ihre E-Mails, wenn Sie dort keine anderen wählen.',
    saved: {
      choice: 'Gespeichert. Das Board und Ihre Anwendungen verwenden ab jetzt diese E-Mail-Programme.',
      popular: 'Erledigt. Ab jetzt gilt die übliche Auswahl.',
      set: 'Die Auswahl ist gespeichert.',
      set_deleted: 'Die Auswahl ist gelöscht.',
    },
    nothingTicked:
      'Es wurde nichts gespeichert, weil kein E-Mail-Programm ausgewählt ist. Wählen Sie mindestens eines aus und speichern Sie dann.',
    notChosen:
      'Sie haben noch nicht gewählt: Dies ist die übliche Auswahl. Ändern Sie sie und speichern Sie dann.',
    save: 'Speichern',
    usePopular: 'Übliche Auswahl',
    noLongerOffered:
      'Es wurde nichts gespeichert, weil eines der E-Mail-Programme nicht mehr angeboten wird. Gehen Sie noch einmal zu Ihren Einstellungen und wählen Sie aus den angezeigten.',
    unsaved: 'noch nicht gespeichert',
    sets: 'Ihre benannten Auswahlen',
    setsHint: 'Sie werden überall angeboten, wo Sie E-Mail-Programme wählen.',
    emailClients: ({ count }) => (count === 1 ? 'ein E-Mail-Programm' : `${count} E-Mail-Programme`),
    show: 'Anzeigen',
    showNamed: ({ set }) => `E-Mail-Programme von ${set} anzeigen`,
    delete: 'Löschen',
    deleteNamed: ({ set }) => `${set} löschen`,
    shown: 'Ausgewählt sind die E-Mail-Programme von {set}.',
    saveAsSet: 'Mit Namen speichern',
    setName: 'Name der Auswahl',
    setNameHint: 'Zum Beispiel „Outlook prüfen“. Eine Auswahl dieses Namens wird ersetzt.',
    noSetName:
      'Es wurde nichts gespeichert, weil die Auswahl keinen Namen hat. Geben Sie einen ein, zum Beispiel „Outlook prüfen“.',
    wrongSetName: ({ maxLength }) =>
      `Es wurde nichts gespeichert, weil der Name zu lang ist oder einen Zeilenumbruch oder ein anderes Steuerzeichen enthält. Geben Sie höchstens ${maxLength} Zeichen ein.`,
    tooManySets: ({ max }) =>
      `Es wurde nichts gespeichert, weil Sie ${max} benannte Auswahlen haben. Löschen Sie zuerst eine.`,
    noSuchSet: 'Diese Auswahl gibt es nicht mehr. Es wurde nichts geändert.',
  },
  fr: {
    title: 'Clients de messagerie',
    heading: 'Clients de messagerie pour vos tests',
    intro:
      'Le tableau dessine les e-mails que vous ouvrez dans ces clients de messagerie, et les applications connectées vos e-mails, sauf si vous en demandez d’autres.',
    saved: {
      choice: 'Enregistré. Le tableau et vos applications utilisent désormais ces clients de messagerie.',
      popular: 'C’est fait. La sélection courante est désormais utilisée.',
      set: 'La sélection est enregistrée.',
      set_deleted: 'La sélection est supprimée.',
    },
    nothingTicked:
      'Rien n’a été enregistré, car aucun client de messagerie n’est coché. Cochez-en au moins un, puis enregistrez.',
    notChosen:
      'Vous n’avez pas encore choisi\u202f: voici la sélection courante. Modifiez-la, puis enregistrez.',
    save: 'Enregistrer',
    usePopular: 'Sélection courante',
    noLongerOffered:
      'Rien n’a été enregistré, car l’un des clients de messagerie n’est plus proposé. Rouvrez vos réglages et choisissez parmi ceux qui sont affichés.',
    unsaved: 'pas encore enregistré',
    sets: 'Vos sélections nommées',
    setsHint: 'Elles sont proposées partout où vous choisissez des clients de messagerie.',
    emailClients: ({ count }) => (count === 1 ? 'un client de messagerie' : `${count} clients de messagerie`),
    show: 'Afficher',
    showNamed: ({ set }) => `Afficher les clients de messagerie de ${set}`,
    delete: 'Supprimer',
    deleteNamed: ({ set }) => `Supprimer ${set}`,
    shown: 'Les clients de messagerie de {set} sont cochés.',
    saveAsSet: 'Enregistrer sous un nom',
    setName: 'Nom de la sélection',
    setNameHint: 'Par exemple «\u00a0Contrôle Outlook\u00a0». Une sélection de ce nom est remplacée.',
    noSetName:
      'Rien n’a été enregistré, car la sélection n’a pas de nom. Saisissez-en un, par exemple «\u00a0Contrôle Outlook\u00a0».',
    wrongSetName: ({ maxLength }) =>
      `Rien n’a été enregistré, car le nom est trop long, ou contient un saut de ligne ou un autre caractère de contrôle. Saisissez au plus ${maxLength} caractères.`,
    tooManySets: ({ max }) =>
      `Rien n’a été enregistré, car vous avez ${max} sélections nommées. Supprimez-en une d’abord.`,
    noSuchSet: 'Cette sélection n’existe plus. Rien n’a été changé.',
  },
} satisfies Texts<typeof en>
