import type { Texts } from '@pas/pages/languages'

interface OpenidSignInTexts {
  signInWith: (values: { name: string }) => string
  or: string
  passwordsOff: (values: { name: string }) => string
}

/** The texts of the button that leads to the OpenID provider. */
export const openidSignInTexts = {
  en: {
    signInWith: ({ name }) => `Sign in with ${name}`,
    or: 'or',
    passwordsOff: ({ name }) => `Passwords do not work here. Sign in with ${name}.`,
  },
  de: {
    signInWith: ({ name }) => `Mit ${name} anmelden`,
    or: 'oder',
    passwordsOff: ({ name }) => `Passwörter gelten hier nicht. Melden Sie sich mit ${name} an.`,
  },
  fr: {
    signInWith: ({ name }) => `Se connecter avec ${name}`,
    or: 'ou',
    passwordsOff: ({ name }) => `Les mots de passe ne sont pas acceptés ici. Connectez-vous avec ${name}.`,
  },
} satisfies Texts<OpenidSignInTexts>
