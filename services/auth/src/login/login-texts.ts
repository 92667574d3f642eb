import { formatMinutes, type Texts } from '@pas/pages/languages'

interface LoginTexts {
  title: string
  email: string
  password: string
  signIn: string
  hint: string
  signedOut: string
  missing: string
  wrong: string
  tooMany: (values: { retryAfterSeconds: number }) => string
}

/** The texts of the sign-in page. */
export const loginTexts = {
  en: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    signIn: 'Sign in',
    hint: 'No account yet, or password lost? Ask the people who run this service for you.',
    signedOut: 'You are signed out.',
    missing: 'Type your e-mail address and your password.',
    wrong: 'The e-mail address or the password is not right. Check both and try again.',
    tooMany: ({ retryAfterSeconds }) =>
      `Too many attempts failed. Try again in ${formatMinutes('en', retryAfterSeconds)}.`,
  },
  de: {
    title: 'Anmelden',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    signIn: 'Anmelden',
    hint: 'Noch kein Konto, oder Passwort vergessen? Fragen Sie die Stelle, die diesen Dienst für Sie betreibt.',
    signedOut: 'Sie sind abgemeldet.',
    missing: 'Geben Sie Ihre E-Mail-Adresse und Ihr Passwort ein.',
    wrong:
      'Die E-Mail-Adresse oder das Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es noch einmal.',
    tooMany: ({ retryAfterSeconds }) =>
      `Zu viele Versuche sind fehlgeschlagen. Versuchen Sie es in ${formatMinutes('de', retryAfterSeconds)} noch einmal.`,
  },
  fr: {
    title: 'Connexion',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    hint: 'Pas encore de compte, ou mot de passe oublié\u202f? Adressez-vous à l’équipe qui gère ce service pour vous.',
    signedOut: 'Déconnexion effectuée.',
    missing: 'Saisissez votre adresse e-mail et votre mot de passe.',
    wrong: 'L’adresse e-mail ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
    tooMany: ({ retryAfterSeconds }) =>
      `Trop de tentatives ont échoué. Réessayez dans ${formatMinutes('fr', retryAfterSeconds)}.`,
  },
} satisfies Texts<LoginTexts>
