import { formatWait, type Texts } from '@pas/pages/languages'

const en = {
  title: 'Sign in',
  email: 'E-mail address',
  password: 'Password',
  signIn: 'Sign in',
  continueTo: 'Sign in to continue to {application}.',
  noAccount: 'No account yet? Ask {people}.',
  noAccountOrPassword: 'No account yet, or password lost? Ask {people}.',
  people: 'the people who run this service',
  passwordLost: 'Password lost?',
  signedOut: 'You are signed out.',
  passwordSet: 'Your new password is set. Sign in with it.',
  invited: 'You can sign in now, with this e-mail address and your password.',
  stale:
    'You are not signed in yet, because this page was open for too long. Type your password again; the rest is as you left it.',
  missing: 'Type your e-mail address and your password.',
  wrong: 'The e-mail address or the password is not right. Check both and try again.',
  tooMany: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    `Too many attempts failed. Try again in ${formatWait('en', retryAfterSeconds)}.`,
  tooManyWithMail: 'Or choose a new password with “Password lost?” and sign in at once.',
  signInWith: ({ name }: { name: string }) => `Sign in with ${name}`,
  or: 'or',
  passwordsOff: ({ name }: { name: string }) => `Passwords do not work here. Sign in with ${name}.`,
}

export const loginTexts = {
  en,
  de: {
    title: 'Anmelden',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    signIn: 'Anmelden',
    continueTo: 'Melden Sie sich an, um mit {application} fortzufahren.',
    noAccount: 'Noch kein Konto? Fragen Sie {people}.',
    noAccountOrPassword: 'Noch kein Konto, oder Passwort vergessen? Fragen Sie {people}.',
    people: 'die Stelle, die diesen Dienst für Sie betreibt',
    passwordLost: 'Passwort vergessen?',
    signedOut: 'Sie sind abgemeldet.',
    passwordSet: 'Ihr neues Passwort ist gespeichert. Melden Sie sich damit an.',
    invited: 'Sie können sich jetzt anmelden, mit dieser E-Mail-Adresse und Ihrem Passwort.',
    stale:
      'Sie sind noch nicht angemeldet, weil diese Seite zu lange offen war. Geben Sie Ihr Passwort noch einmal ein; alles andere ist, wie Sie es verlassen haben.',
    missing: 'Geben Sie Ihre E-Mail-Adresse und Ihr Passwort ein.',
    wrong:
      'Die E-Mail-Adresse oder das Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es noch einmal.',
    tooMany: ({ retryAfterSeconds }) =>
      `Zu viele Versuche sind fehlgeschlagen. Versuchen Sie es in ${formatWait('de', retryAfterSeconds)} noch einmal.`,
    tooManyWithMail:
      'Oder wählen Sie über „Passwort vergessen?“ ein neues Passwort und melden Sie sich sofort an.',
    signInWith: ({ name }) => `Mit ${name} anmelden`,
    or: 'oder',
    passwordsOff: ({ name }) => `Passwörter gelten hier nicht. Melden Sie sich mit ${name} an.`,
  },
  fr: {
    title: 'Connexion',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    continueTo: 'Connectez-vous pour continuer vers {application}.',
    noAccount: 'Pas encore de compte\u202f? Adressez-vous à {people}.',
    noAccountOrPassword: 'Pas encore de compte, ou mot de passe oublié\u202f? Adressez-vous à {people}.',
    people: 'l’équipe qui gère ce service pour vous',
    passwordLost: 'Mot de passe oublié\u202f?',
    signedOut: 'Déconnexion effectuée.',
    passwordSet: 'Votre nouveau mot de passe est enregistré. Connectez-vous avec lui.',
    invited: 'Vous pouvez maintenant vous connecter, avec cette adresse e-mail et votre mot de passe.',
    stale:
      'La connexion n’a pas encore eu lieu, car cette page est restée ouverte trop longtemps. Saisissez de nouveau votre mot de passe\u00a0; le reste est inchangé.',
    missing: 'Saisissez votre adresse e-mail et votre mot de passe.',
    wrong: 'L’adresse e-mail ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
    tooMany: ({ retryAfterSeconds }) =>
      `Trop de tentatives ont échoué. Réessayez dans ${formatWait('fr', retryAfterSeconds)}.`,
    tooManyWithMail:
      'Ou choisissez un nouveau mot de passe avec «\u00a0Mot de passe oublié\u202f?\u00a0» et connectez-vous tout de suite.',
    signInWith: ({ name }) => `Se connecter avec ${name}`,
    or: 'ou',
    passwordsOff: ({ name }) => `Les mots de passe ne sont pas acceptés ici. Connectez-vous avec ${name}.`,
  },
} satisfies Texts<typeof en>
