import type { MailText, MailTexts } from './write-mail'

interface WrongCodesMailValues {
  firstName: string
  email: string
  productName: string
  wrongCodes: number
}

export const wrongCodesMailTexts: MailTexts<MailText<WrongCodesMailValues>> = {
  en: {
    subject: ({ productName }) => `Wrong codes at your sign-in to ${productName}`,
    preheader: 'If that was not you, change your password at once.',
    before: ({ firstName, email, productName, wrongCodes }) => [
      `Hello ${firstName},`,
      `someone who knows your password for ${productName}, for the user ${email}, typed ${wrongCodes} wrong codes of the second factor. Nobody was signed in by them.`,
      'Was that not you? Then change your password at once. This page mails you a link to a new one:',
    ],
    action: 'Change your password',
    after: [
      'Until then, codes of your app may be refused in browsers in which you have not signed in before. Your recovery codes work everywhere.',
      'Was it you? Then there is nothing to do. If the codes of your app are never right, check the time of your phone.',
    ],
  },
  de: {
    subject: ({ productName }) => `Falsche Codes bei Ihrer Anmeldung zu ${productName}`,
    preheader: 'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort.',
    before: ({ firstName, email, productName, wrongCodes }) => [
      `Guten Tag ${firstName},`,
      `jemand, der Ihr Passwort für ${productName} kennt, hat für die Person ${email} ${wrongCodes} falsche Codes des zweiten Faktors eingegeben. Damit wurde niemand angemeldet.`,
      'Sie waren das nicht? Dann ändern Sie sofort Ihr Passwort. Diese Seite schickt Ihnen einen Link zu einem neuen:',
    ],
    action: 'Passwort ändern',
    after: [
      'Bis dahin werden Codes Ihrer App vielleicht in Browsern abgelehnt, in denen Sie sich noch nicht angemeldet haben. Ihre Wiederherstellungscodes gelten überall.',
      'Sie waren das? Dann brauchen Sie nichts zu tun. Falls die Codes Ihrer App nie stimmen, prüfen Sie die Uhrzeit Ihres Telefons.',
    ],
  },
  fr: {
    subject: ({ productName }) => `Codes incorrects lors de votre connexion à ${productName}`,
    preheader: 'Si ce n’était pas vous, changez tout de suite votre mot de passe.',
    before: ({ firstName, email, productName, wrongCodes }) => [
      `Bonjour ${firstName},`,
      `une personne qui connaît votre mot de passe pour ${productName} a saisi, pour l’utilisateur ${email}, ${wrongCodes} codes incorrects du second facteur. Ils n’ont connecté personne.`,
      'Ce n’était pas vous\u202f? Changez alors tout de suite votre mot de passe. Cette page vous envoie un lien pour en choisir un nouveau\u00a0:',
    ],
    action: 'Changer votre mot de passe',
    after: [
      'D’ici là, les codes de votre application peuvent être refusés dans les navigateurs avec lesquels vous ne vous êtes pas encore connecté. Vos codes de secours fonctionnent partout.',
      'C’était vous\u202f? Alors il n’y a rien à faire. Si les codes de votre application ne sont jamais corrects, vérifiez l’heure de votre téléphone.',
    ],
  },
}
