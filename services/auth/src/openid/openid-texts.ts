import { formatWait, type Texts } from '@pas/pages/languages'

const en = {
  title: 'The sign-in did not work',
  refusals: {
    access_denied: ({ name }: { name: string }) =>
      `The sign-in with ${name} was cancelled. Try again when you want to go on.`,
    expired: () =>
      'This sign-in was begun in another browser, or more than 10 minutes ago. Begin again in this browser.',
    invalid_answer: ({ name }: { name: string }) =>
      `The answer of ${name} does not belong to this sign-in, so it was not accepted. Try again. If it happens again, tell your administrator.`,
    unavailable: ({ name }: { name: string }) =>
      `${name} cannot be reached or does not work at the moment. Try again in a few minutes.`,
    unverified_email: ({ name }: { name: string }) =>
      `${name} does not confirm that your e-mail address is your own. Confirm your address there, or ask your administrator.`,
    unknown_user: ({ name }: { name: string }) =>
      `You are known to ${name}, but you have no access to this service. Ask your administrator for it.`,
  },
  tooMany: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    `Too many sign-ins failed from your network. Try again in ${formatWait('en', retryAfterSeconds)}.`,
  signInAgain: 'Go to the sign-in page',
  signedIn: 'You are signed in',
  startAgain:
    'The request of the application was too long to be kept while you signed in. Go back to the application and start again from there: you will not have to sign in a second time.',
}

export const openidTexts = {
  en,
  de: {
    title: 'Die Anmeldung hat nicht geklappt',
    refusals: {
      access_denied: ({ name }) =>
        `Die Anmeldung mit ${name} wurde abgebrochen. Versuchen Sie es noch einmal, wenn Sie fortfahren möchten.`,
      expired: () =>
        'Diese Anmeldung wurde in einem anderen Browser oder vor mehr als 10 Minuten begonnen. Beginnen Sie in diesem Browser von vorn.',
      invalid_answer: ({ name }) =>
        `Die Antwort von ${name} gehört nicht zu dieser Anmeldung und wurde deshalb nicht angenommen. Versuchen Sie es noch einmal. Falls es wieder geschieht, wenden Sie sich an Ihre Administration.`,
      unavailable: ({ name }) =>
        `${name} ist zurzeit nicht erreichbar oder funktioniert nicht. Versuchen Sie es in einigen Minuten noch einmal.`,
      unverified_email: ({ name }) =>
        `${name} bestätigt nicht, dass Ihre E-Mail-Adresse Ihnen gehört. Bestätigen Sie dort Ihre Adresse, oder wenden Sie sich an Ihre Administration.`,
      unknown_user: ({ name }) =>
        `${name} kennt Sie, aber Sie haben keinen Zugang zu diesem Dienst. Bitten Sie Ihre Administration darum.`,
    },
    tooMany: ({ retryAfterSeconds }) =>
      `Aus Ihrem Netz sind zu viele Anmeldungen fehlgeschlagen. Versuchen Sie es in ${formatWait('de', retryAfterSeconds)} noch einmal.`,
    signInAgain: 'Zur Anmeldung',
    signedIn: 'Sie sind angemeldet',
    startAgain:
      'Die Anfrage der Anwendung war zu lang, um sie während der Anmeldung aufzubewahren. Gehen Sie zur Anwendung zurück und beginnen Sie dort von vorn: Sie müssen sich kein zweites Mal anmelden.',
  },
  fr: {
    title: 'La connexion n’a pas abouti',
    refusals: {
      access_denied: ({ name }) =>
        `La connexion avec ${name} a été annulée. Réessayez quand vous souhaitez continuer.`,
      expired: () =>
        'Cette connexion a été commencée dans un autre navigateur ou il y a plus de 10 minutes. Recommencez dans ce navigateur.',
      invalid_answer: ({ name }) =>
        `La réponse de ${name} ne correspond pas à cette connexion et n’a donc pas été acceptée. Réessayez. Si cela se reproduit, prévenez votre administrateur.`,
      unavailable: ({ name }) =>
        `${name} est injoignable ou ne fonctionne pas pour le moment. Réessayez dans quelques minutes.`,
      unverified_email: ({ name }) =>
        `${name} ne confirme pas que votre adresse e-mail vous appartient. Confirmez-y votre adresse, ou adressez-vous à votre administrateur.`,
      unknown_user: ({ name }) =>
        `${name} vous connaît, mais vous n’avez pas accès à ce service. Demandez-le à votre administrateur.`,
    },
    tooMany: ({ retryAfterSeconds }) =>
      `Trop de connexions ont échoué depuis votre réseau. Réessayez dans ${formatWait('fr', retryAfterSeconds)}.`,
    signInAgain: 'Aller à la page de connexion',
    signedIn: 'La connexion est établie',
    startAgain:
      'La demande de l’application était trop longue pour être conservée pendant la connexion. Retournez à l’application et recommencez à partir de là\u00a0: vous n’aurez pas à vous connecter une seconde fois.',
  },
} satisfies Texts<typeof en>
