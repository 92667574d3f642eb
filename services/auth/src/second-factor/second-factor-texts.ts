import { formatWait, type Texts } from '@pas/pages/languages'

const en = {
  title: 'Enter your code',
  intro: 'Your password is right. Now type the code that your authenticator app shows.',
  code: 'Code of 6 digits',
  signIn: 'Sign in',
  noPhone: 'Your phone is not at hand?',
  recoveryCode: 'Recovery code',
  recoveryHint: 'One of the ten codes that you kept when you turned the second factor on. Each works once.',
  useRecoveryCode: 'Sign in with a recovery code',
  lost: 'No recovery code left? Ask the people who run this service to reset your second factor.',
  startAnew: 'Sign in as another user',
  noCode: 'Type the code that your app shows, or a recovery code.',
  wrongCode:
    'This code is not right, or has been used. Wait until your app shows the next one and type that. If this happens again, check the time of your phone.',
  wrongRecoveryCode:
    'This recovery code is not right, or has been used. Check what you typed, or take another one.',
  tooMany: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    `Too many codes were wrong. Type a recovery code, or try again in ${formatWait('en', retryAfterSeconds)}.`,
  startAgain:
    'You are not signed in: more than 10 minutes have passed since you typed your password, or it has changed. Sign in again.',
  unreadable:
    'The codes of your app cannot be checked. Use a recovery code, or ask the people who run this service to reset your second factor.',
}

export const secondFactorTexts = {
  en,
  de: {
    title: 'Code eingeben',
    intro: 'Ihr Passwort stimmt. Geben Sie nun den Code ein, den Ihre Authenticator-App zeigt.',
    code: 'Code aus 6 Ziffern',
    signIn: 'Anmelden',
    noPhone: 'Haben Sie Ihr Telefon nicht zur Hand?',
    recoveryCode: 'Wiederherstellungscode',
    recoveryHint:
      'Einer der zehn Codes, die Sie beim Einschalten des zweiten Faktors aufbewahrt haben. Jeder gilt einmal.',
    useRecoveryCode: 'Mit Wiederherstellungscode anmelden',
    lost: 'Kein Wiederherstellungscode mehr übrig? Bitten Sie die Betreiber dieses Dienstes, Ihren zweiten Faktor zurückzusetzen.',
    startAnew: 'Als andere Person anmelden',
    noCode: 'Geben Sie den Code aus Ihrer App oder einen Wiederherstellungscode ein.',
    wrongCode:
      'Dieser Code stimmt nicht oder wurde schon verwendet. Warten Sie, bis Ihre App den nächsten zeigt, und geben Sie diesen ein. Falls das wieder geschieht, prüfen Sie die Uhrzeit Ihres Telefons.',
    wrongRecoveryCode:
      'Dieser Wiederherstellungscode stimmt nicht oder wurde schon verwendet. Prüfen Sie Ihre Eingabe, oder nehmen Sie einen anderen.',
    tooMany: ({ retryAfterSeconds }) =>
      `Zu viele Codes waren falsch. Geben Sie einen Wiederherstellungscode ein, oder versuchen Sie es in ${formatWait('de', retryAfterSeconds)} noch einmal.`,
    startAgain:
      'Sie sind nicht angemeldet: Seit der Eingabe Ihres Passworts sind mehr als 10 Minuten vergangen, oder es wurde geändert. Melden Sie sich erneut an.',
    unreadable:
      'Die Codes Ihrer App können nicht geprüft werden. Verwenden Sie einen Wiederherstellungscode, oder bitten Sie die Betreiber dieses Dienstes, Ihren zweiten Faktor zurückzusetzen.',
  },
  fr: {
    title: 'Saisir le code',
    intro:
      'Votre mot de passe est correct. Saisissez maintenant le code affiché par votre application d’authentification.',
    code: 'Code à 6 chiffres',
    signIn: 'Se connecter',
    noPhone: 'Vous n’avez pas votre téléphone\u202f?',
    recoveryCode: 'Code de secours',
    recoveryHint:
      'L’un des dix codes que vous avez conservés en activant le second facteur. Chacun ne sert qu’une fois.',
    useRecoveryCode: 'Se connecter avec un code de secours',
    lost: 'Plus de code de secours\u202f? Demandez aux responsables de ce service de réinitialiser votre second facteur.',
    startAnew: 'Se connecter avec un autre compte',
    noCode: 'Saisissez le code affiché par votre application ou un code de secours.',
    wrongCode:
      'Ce code est incorrect ou a déjà été utilisé. Attendez que votre application affiche le suivant et saisissez-le. Si cela se reproduit, vérifiez l’heure de votre téléphone.',
    wrongRecoveryCode:
      'Ce code de secours est incorrect ou a déjà été utilisé. Vérifiez votre saisie ou prenez-en un autre.',
    tooMany: ({ retryAfterSeconds }) =>
      `Trop de codes incorrects. Saisissez un code de secours, ou réessayez dans ${formatWait('fr', retryAfterSeconds)}.`,
    startAgain:
      'La connexion n’a pas abouti\u00a0: plus de 10 minutes se sont écoulées depuis la saisie de votre mot de passe, ou il a changé. Connectez-vous à nouveau.',
    unreadable:
      'Les codes de votre application ne peuvent pas être vérifiés. Utilisez un code de secours, ou demandez aux responsables de ce service de réinitialiser votre second facteur.',
  },
} satisfies Texts<typeof en>
