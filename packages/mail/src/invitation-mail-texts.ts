import type { MailText, MailTexts } from './write-mail'

interface InvitationMailValues {
  email: string
  accountName: string
  /** An e-mail address. */
  invitedBy: string
  productName: string
}

/** `taken`: the address has a user already, whom the link could not make. */
type InvitationMailTexts = Record<'invitation' | 'taken', MailText<InvitationMailValues>>

export const invitationMailTexts: MailTexts<InvitationMailTexts> = {
  en: {
    invitation: {
      subject: ({ productName }) => `Your invitation to ${productName}`,
      preheader: 'Choose a password. The link works once, for 24 hours.',
      before: ({ email, accountName, invitedBy, productName }) => [
        'Hello,',
        `${invitedBy} invites you to ${productName}, as one of the people of ${accountName}. ${productName} shows what an email looks like in each email client.`,
        `Choose a password on this page; from then on, sign in with it and with your e-mail address, ${email}:`,
      ],
      action: 'Choose a password',
      after: [
        'The link works once, for 24 hours. When it no longer works, ask the person who invited you for a new one.',
        'You expected no invitation? Then do nothing.',
      ],
    },
    taken: {
      subject: ({ productName }) => `Your invitation to ${productName}`,
      preheader: 'You sign in with this address already.',
      before: ({ email, accountName, invitedBy, productName }) => [
        'Hello,',
        `${invitedBy} invites you to ${productName}, as one of the people of ${accountName}. But you already sign in there with ${email}, and an address can belong to one account only. Nothing was changed, and the person who invited you was told nothing.`,
        'To join, ask for an invitation to another address. Your present access stays as it is:',
      ],
      action: 'Sign in',
      after: ['You expected no invitation? Then do nothing.'],
    },
  },
  de: {
    invitation: {
      subject: ({ productName }) => `Ihre Einladung zu ${productName}`,
      preheader: 'Wählen Sie ein Passwort. Der Link gilt 24 Stunden und nur einmal.',
      before: ({ email, accountName, invitedBy, productName }) => [
        'Guten Tag,',
        `${invitedBy} lädt Sie zu ${productName} ein, in das Konto ${accountName}. ${productName} zeigt, wie eine E-Mail in jedem E-Mail-Client aussieht.`,
        `Wählen Sie auf dieser Seite ein Passwort; danach melden Sie sich damit und mit Ihrer E-Mail-Adresse ${email} an:`,
      ],
      action: 'Passwort wählen',
      after: [
        'Der Link gilt 24 Stunden und nur einmal. Wenn er nicht mehr gilt, bitten Sie die Person, die Sie eingeladen hat, um einen neuen.',
        'Sie haben keine Einladung erwartet? Dann brauchen Sie nichts zu tun.',
      ],
    },
    taken: {
      subject: ({ productName }) => `Ihre Einladung zu ${productName}`,
      preheader: 'Sie melden sich mit dieser Adresse schon an.',
      before: ({ email, accountName, invitedBy, productName }) => [
        'Guten Tag,',
        `${invitedBy} lädt Sie zu ${productName} ein, in das Konto ${accountName}. Mit ${email} melden Sie sich dort aber schon an, und eine Adresse kann nur zu einem Konto gehören. Es wurde nichts geändert, und die einladende Person hat nichts davon erfahren.`,
        'Um dazuzukommen, bitten Sie um eine Einladung an eine andere Adresse. Ihr jetziger Zugang bleibt, wie er ist:',
      ],
      action: 'Anmelden',
      after: ['Sie haben keine Einladung erwartet? Dann brauchen Sie nichts zu tun.'],
    },
  },
  fr: {
    invitation: {
      subject: ({ productName }) => `Votre invitation à ${productName}`,
      preheader: 'Choisissez un mot de passe. Le lien est valable 24 heures et ne sert qu’une fois.',
      before: ({ email, accountName, invitedBy, productName }) => [
        'Bonjour,',
        `${invitedBy} vous invite à rejoindre ${productName}, dans le compte ${accountName}. ${productName} montre à quoi ressemble un e-mail dans chaque client de messagerie.`,
        `Choisissez un mot de passe sur cette page\u00a0; vous vous connecterez ensuite avec lui et votre adresse e-mail, ${email}\u00a0:`,
      ],
      action: 'Choisir un mot de passe',
      after: [
        'Le lien est valable 24 heures et ne sert qu’une fois. S’il ne fonctionne plus, demandez-en un nouveau à la personne qui vous a invité.',
        'Vous n’attendiez pas d’invitation\u202f? Alors ne faites rien.',
      ],
    },
    taken: {
      subject: ({ productName }) => `Votre invitation à ${productName}`,
      preheader: 'Vous vous connectez déjà avec cette adresse.',
      before: ({ email, accountName, invitedBy, productName }) => [
        'Bonjour,',
        `${invitedBy} vous invite à rejoindre ${productName}, dans le compte ${accountName}. Mais vous vous y connectez déjà avec ${email}, et une adresse n’appartient qu’à un seul compte. Rien n’a été modifié, et la personne qui vous a invité n’en a rien su.`,
        'Pour la rejoindre, demandez une invitation à une autre adresse. Votre accès actuel reste le même\u00a0:',
      ],
      action: 'Se connecter',
      after: ['Vous n’attendiez pas d’invitation\u202f? Alors ne faites rien.'],
    },
  },
}
