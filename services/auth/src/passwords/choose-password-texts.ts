import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Choose a password',
  about: '{product} shows what an email looks like in each email client.',
  invitation: 'You are invited to join {account}. You sign in as {email} from now on.',
  firstName: 'First name',
  lastName: 'Last name',
  wrongName: 'Nothing was saved, because a name is missing, too long, or holds an invisible character.',
  alreadyHere:
    'Do you sign in here with this address already? Then your password and your account stay as they are. To join, ask for an invitation to another address.',
  invite: 'You sign in as {email} from now on. Choose a password for it.',
  reset:
    'Choose a new password for {email}. It replaces your old one, and ends your sessions in every browser.',
  save: 'Save password',
  unusableTitle: 'This link no longer works',
  unusable:
    'A link works once, for 24 hours, and only until you choose a password with another one. Open the link of the newest mail, and copy the whole of it.',
  askAgain: 'Ask for a new link',
  askPeople: 'If that does not help, ask {people} for a new link.',
  people: 'the people who run this service',
  signIn: 'Go to the sign-in page',
}

export const choosePasswordTexts = {
  en,
  de: {
    title: 'Passwort wählen',
    about: '{product} zeigt, wie eine E-Mail in jedem E-Mail-Client aussieht.',
    invitation: 'Sie sind in das Konto {account} eingeladen. Von nun an melden Sie sich als {email} an.',
    firstName: 'Vorname',
    lastName: 'Nachname',
    wrongName:
      'Es wurde nichts gespeichert, weil ein Name fehlt, zu lang ist oder ein unsichtbares Zeichen enthält.',
    alreadyHere:
      'Melden Sie sich mit dieser Adresse hier schon an? Dann bleiben Ihr Passwort und Ihr Konto, wie sie sind. Um dazuzukommen, bitten Sie um eine Einladung an eine andere Adresse.',
    invite: 'Sie melden sich von nun an als {email} an. Wählen Sie dafür ein Passwort.',
    reset:
      'Wählen Sie ein neues Passwort für {email}. Es ersetzt das bisherige und meldet Sie in allen Browsern ab.',
    save: 'Passwort speichern',
    unusableTitle: 'Dieser Link gilt nicht mehr',
    unusable:
      'Ein Link gilt 24 Stunden und nur einmal, und nur, bis Sie mit einem anderen ein Passwort wählen. Öffnen Sie den Link aus der neuesten Mail, und kopieren Sie ihn vollständig.',
    askAgain: 'Neuen Link anfordern',
    askPeople: 'Wenn das nicht hilft, bitten Sie {people} um einen neuen Link.',
    people: 'die Stelle, die diesen Dienst für Sie betreibt,',
    signIn: 'Zur Anmeldung',
  },
  fr: {
    title: 'Choisir un mot de passe',
    about: '{product} montre à quoi ressemble un e-mail dans chaque client de messagerie.',
    invitation: 'Vous êtes invité à rejoindre {account}. Vous vous connectez désormais en tant que {email}.',
    firstName: 'Prénom',
    lastName: 'Nom',
    wrongName:
      'Rien n’a été enregistré, car un nom manque, est trop long ou contient un caractère invisible.',
    alreadyHere:
      'Vous connectez-vous déjà ici avec cette adresse\u202f? Alors votre mot de passe et votre compte restent les mêmes. Pour rejoindre ce compte, demandez une invitation à une autre adresse.',
    invite: 'Vous vous connectez désormais en tant que {email}. Choisissez un mot de passe.',
    reset:
      'Choisissez un nouveau mot de passe pour {email}. Il remplace le précédent et met fin à vos sessions dans tous les navigateurs.',
    save: 'Enregistrer le mot de passe',
    unusableTitle: 'Ce lien ne fonctionne plus',
    unusable:
      'Un lien ne sert qu’une fois, pendant 24 heures, et seulement tant que vous n’avez pas choisi de mot de passe avec un autre lien. Ouvrez le lien du dernier message, et copiez-le en entier.',
    askAgain: 'Demander un nouveau lien',
    askPeople: 'Si cela ne suffit pas, demandez un nouveau lien à {people}.',
    people: 'l’équipe qui gère ce service pour vous',
    signIn: 'Aller à la page de connexion',
  },
} satisfies Texts<typeof en>
