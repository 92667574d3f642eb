import { formatWait, type Texts } from '@pas/pages/languages'

const en = {
  password: 'Your password',
  passwordOrCode: 'Your password, or a code from your app',
  wrongCode:
    'Nothing was changed because the code is not right, or has been used. Type the next one that your app shows. If this happens again, check the time of your phone.',
  wrongPassword: 'Nothing was changed because the password is not right. Try again.',
  tooMany: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    `Nothing was changed because too many attempts failed. Try again in ${formatWait('en', retryAfterSeconds)}.`,
}

export const proofTexts = {
  en,
  de: {
    password: 'Ihr Passwort',
    passwordOrCode: 'Ihr Passwort oder ein Code aus Ihrer App',
    wrongCode:
      'Es wurde nichts geändert, weil der Code nicht stimmt oder schon verwendet wurde. Geben Sie den nächsten ein, den Ihre App zeigt. Falls das wieder geschieht, prüfen Sie die Uhrzeit Ihres Telefons.',
    wrongPassword: 'Es wurde nichts geändert, weil das Passwort nicht stimmt. Versuchen Sie es noch einmal.',
    tooMany: ({ retryAfterSeconds }) =>
      `Es wurde nichts geändert, weil zu viele Versuche fehlgeschlagen sind. Versuchen Sie es in ${formatWait('de', retryAfterSeconds)} noch einmal.`,
  },
  fr: {
    password: 'Votre mot de passe',
    passwordOrCode: 'Votre mot de passe, ou un code de votre application',
    wrongCode:
      'Rien n’a été modifié, car le code est incorrect ou a déjà été utilisé. Saisissez le prochain code affiché par votre application. Si cela se reproduit, vérifiez l’heure de votre téléphone.',
    wrongPassword: 'Rien n’a été modifié, car le mot de passe est incorrect. Réessayez.',
    tooMany: ({ retryAfterSeconds }) =>
      `Rien n’a été modifié, car trop de tentatives ont échoué. Réessayez dans ${formatWait('fr', retryAfterSeconds)}.`,
  },
} satisfies Texts<typeof en>
