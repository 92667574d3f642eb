import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Switch user',
  heading: 'Switch user?',
  intro: 'The link that you followed leads to another user’s settings.',
  youAre: 'You are',
  linkIsFor: 'The link is for',
  becauseItBelongs: ({ targetAccount, account }: { targetAccount: string; account: string }) =>
    `You may switch without a password because ${targetAccount} belongs to ${account}. A bar at the top of each page leads you back.`,
  becauseItIsYou: ({ target }: { target: string }) =>
    `You are signed in as ${target}, so you go back to being yourself without a password.`,
  signedOutFirst: ({ target }: { target: string }) =>
    `You will be signed out here, and can then sign in as ${target}.`,
  switchTo: ({ target }: { target: string }) => `Switch to ${target}`,
  signInAs: ({ target }: { target: string }) => `Sign in as ${target}`,
  stay: ({ user }: { user: string }) => `Go on as ${user}`,
}

export const linkedSwitchTexts = {
  en,
  de: {
    title: 'Benutzer wechseln',
    heading: 'Möchten Sie den Benutzer wechseln?',
    intro: 'Der Link, dem Sie gefolgt sind, führt zu den Einstellungen eines anderen Benutzers.',
    youAre: 'Sie sind',
    linkIsFor: 'Der Link ist für',
    becauseItBelongs: ({ targetAccount, account }) =>
      `Sie können ohne Passwort wechseln, weil ${targetAccount} zu ${account} gehört. Eine Leiste oben auf jeder Seite führt Sie zurück.`,
    becauseItIsYou: ({ target }) =>
      `Sie sind als ${target} angemeldet und wechseln deshalb ohne Passwort zu sich selbst zurück.`,
    signedOutFirst: ({ target }) => `Sie werden hier abgemeldet und können sich dann als ${target} anmelden.`,
    switchTo: ({ target }) => `Zu ${target} wechseln`,
    signInAs: ({ target }) => `Als ${target} anmelden`,
    stay: ({ user }) => `Weiter als ${user}`,
  },
  fr: {
    title: 'Changer d’utilisateur',
    heading: 'Voulez-vous changer d’utilisateur\u202f?',
    intro: 'Le lien que vous avez suivi mène aux réglages d’un autre utilisateur.',
    youAre: 'Vous êtes',
    linkIsFor: 'Le lien est destiné à',
    becauseItBelongs: ({ targetAccount, account }) =>
      `Vous pouvez changer sans mot de passe, car ${targetAccount} est rattaché à ${account}. Un bandeau en haut de chaque page vous ramène à votre identité.`,
    becauseItIsYou: ({ target }) =>
      `Votre propre identité est ${target}\u202f: vous la retrouvez donc sans mot de passe.`,
    signedOutFirst: ({ target }) =>
      `Vous serez déconnecté ici, et pourrez ensuite vous connecter en tant que ${target}.`,
    switchTo: ({ target }) => `Agir en tant que ${target}`,
    signInAs: ({ target }) => `Se connecter en tant que ${target}`,
    stay: ({ user }) => `Continuer en tant que ${user}`,
  },
} satisfies Texts<typeof en>
