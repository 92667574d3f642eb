import type { MailText, MailTexts } from './write-mail'

interface LinkMailValues {
  firstName: string
  email: string
  productName: string
}

type LinkMailTexts = Record<'invite' | 'reset', MailText<LinkMailValues>>

export const linkMailTexts: MailTexts<LinkMailTexts> = {
  en: {
    invite: {
      subject: ({ productName }) => `Your access to ${productName}`,
      preheader: 'Choose a password. The link works once, for 24 hours.',
      before: ({ firstName, email, productName }) => [
        `Hello ${firstName},`,
        `you have been given access to ${productName}. Choose a password on this page; from then on, sign in with it and with your e-mail address, ${email}:`,
      ],
      action: 'Choose a password',
      after: [
        'The link works once, for 24 hours. When it no longer works, ask the people who invited you for a new one.',
      ],
    },
    reset: {
      subject: ({ productName }) => `A new password for ${productName}`,
      preheader: 'The link works once, for 24 hours.',
      before: ({ firstName, email, productName }) => [
        `Hello ${firstName},`,
        `you can choose a new password for ${productName}, for the user ${email}, on this page:`,
      ],
      action: 'Choose a new password',
      after: [
        'The link works once, for 24 hours. Until you have used it, your password stays as it is.',
        'You did not ask for this? Then do nothing: without the link, nobody can change your password.',
      ],
    },
  },
  de: {
    invite: {
      subject: ({ productName }) => `Ihr Zugang zu ${productName}`,
      preheader: 'Wählen Sie ein Passwort. Der Link gilt 24 Stunden und nur einmal.',
      before: ({ firstName, email, productName }) => [
        `Guten Tag ${firstName},`,
        `Sie haben Zugang zu ${productName} erhalten. Wählen Sie auf dieser Seite ein Passwort; danach melden Sie sich damit und mit Ihrer E-Mail-Adresse ${email} an:`,
      ],
      action: 'Passwort wählen',
      after: [
        'Der Link gilt 24 Stunden und nur einmal. Wenn er nicht mehr gilt, bitten Sie die Stelle, die Sie eingeladen hat, um einen neuen.',
      ],
    },
    reset: {
      subject: ({ productName }) => `Ein neues Passwort für ${productName}`,
      preheader: 'Der Link gilt 24 Stunden und nur einmal.',
      before: ({ firstName, email, productName }) => [
        `Guten Tag ${firstName},`,
        `auf dieser Seite können Sie ein neues Passwort für ${productName} wählen, für die Person ${email}:`,
      ],
      action: 'Neues Passwort wählen',
      after: [
        'Der Link gilt 24 Stunden und nur einmal. Solange Sie ihn nicht verwendet haben, bleibt Ihr Passwort, wie es ist.',
        'Sie haben das nicht angefordert? Dann brauchen Sie nichts zu tun: Ohne den Link kann niemand Ihr Passwort ändern.',
      ],
    },
  },
  fr: {
    invite: {
      subject: ({ productName }) => `Votre accès à ${productName}`,
      preheader: 'Choisissez un mot de passe. Le lien est valable 24 heures et ne sert qu’une fois.',
      before: ({ firstName, email, productName }) => [
        `Bonjour ${firstName},`,
        `vous avez reçu un accès à ${productName}. Choisissez un mot de passe sur cette page\u00a0; vous vous connecterez ensuite avec lui et votre adresse e-mail, ${email}\u00a0:`,
      ],
      action: 'Choisir un mot de passe',
      after: [
        'Le lien est valable 24 heures et ne sert qu’une fois. S’il ne fonctionne plus, demandez-en un nouveau à l’équipe qui vous a invité.',
      ],
    },
    reset: {
      subject: ({ productName }) => `Un nouveau mot de passe pour ${productName}`,
      preheader: 'Le lien est valable 24 heures et ne sert qu’une fois.',
      before: ({ firstName, email, productName }) => [
        `Bonjour ${firstName},`,
        `vous pouvez choisir un nouveau mot de passe pour ${productName}, pour l’utilisateur ${email}, sur cette page\u00a0:`,
      ],
      action: 'Choisir un nouveau mot de passe',
      after: [
        'Le lien est valable 24 heures et ne sert qu’une fois. Tant que vous ne l’avez pas utilisé, votre mot de passe reste le même.',
        'Vous n’avez rien demandé\u202f? Alors ne faites rien\u00a0: sans ce lien, personne ne peut changer votre mot de passe.',
      ],
    },
  },
}
