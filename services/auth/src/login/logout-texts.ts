import type { Texts } from '@pas/pages/languages'

interface LogoutTexts {
  title: string
  heading: string
  /** Names `{user}` and `{email}`. */
  signedInAs: string
  signOut: string
  stay: string
}

/** The texts of the page that asks before it signs out. */
export const logoutTexts = {
  en: {
    title: 'Sign out',
    heading: 'Sign out?',
    signedInAs: 'You are signed in as {user} ({email}).',
    signOut: 'Sign out',
    stay: 'Stay signed in',
  },
  de: {
    title: 'Abmelden',
    heading: 'Möchten Sie sich abmelden?',
    signedInAs: 'Sie sind angemeldet als {user} ({email}).',
    signOut: 'Abmelden',
    stay: 'Angemeldet bleiben',
  },
  fr: {
    title: 'Déconnexion',
    heading: 'Voulez-vous vous déconnecter\u202f?',
    signedInAs: 'Vous utilisez le service en tant que {user} ({email}).',
    signOut: 'Se déconnecter',
    stay: 'Rester sur le service',
  },
} satisfies Texts<LogoutTexts>
