import { formatWait, type Texts } from '@pas/pages/languages'

const en = {
  title: 'Password lost?',
  explanation:
    'Type the e-mail address with which you sign in. We send you a link with which you choose a new password.',
  email: 'E-mail address',
  send: 'Send the link',
  missing: 'Type your e-mail address.',
  back: 'Back to the sign-in page',
  sentTitle: 'Check your mail',
  sent: 'If somebody signs in here with {email}, a mail with a link is on its way to this address.',
  sentHint:
    'It may take some minutes. If nothing comes, look among unwanted mail, and check the address. An address gets three links an hour at most.',
  tooMany: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    `Too many links were asked for from your network. Try again in ${formatWait('en', retryAfterSeconds)}.`,
}

export const lostPasswordTexts = {
  en,
  de: {
    title: 'Passwort vergessen?',
    explanation:
      'Geben Sie die E-Mail-Adresse ein, mit der Sie sich anmelden. Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
    email: 'E-Mail-Adresse',
    send: 'Link schicken',
    missing: 'Geben Sie Ihre E-Mail-Adresse ein.',
    back: 'Zurück zur Anmeldung',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sent: 'Wenn sich hier jemand mit {email} anmeldet, ist eine Mail mit einem Link an diese Adresse unterwegs.',
    sentHint:
      'Das kann einige Minuten dauern. Wenn nichts kommt, sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse. Eine Adresse erhält höchstens drei Links in der Stunde.',
    tooMany: ({ retryAfterSeconds }) =>
      `Aus Ihrem Netz wurden zu viele Links angefordert. Versuchen Sie es in ${formatWait('de', retryAfterSeconds)} noch einmal.`,
  },
  fr: {
    title: 'Mot de passe oublié\u202f?',
    explanation:
      'Saisissez l’adresse e-mail avec laquelle vous vous connectez. Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
    email: 'Adresse e-mail',
    send: 'Envoyer le lien',
    missing: 'Saisissez votre adresse e-mail.',
    back: 'Retour à la connexion',
    sentTitle: 'Consultez votre messagerie',
    sent: 'Si quelqu’un se connecte ici avec {email}, un message avec un lien est en route vers cette adresse.',
    sentHint:
      'Cela peut prendre quelques minutes. Si rien n’arrive, regardez parmi les messages indésirables et vérifiez l’adresse. Une adresse reçoit trois liens par heure au plus.',
    tooMany: ({ retryAfterSeconds }) =>
      `Trop de liens ont été demandés depuis votre réseau. Réessayez dans ${formatWait('fr', retryAfterSeconds)}.`,
  },
} satisfies Texts<typeof en>
