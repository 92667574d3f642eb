import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Sign out',
  heading: 'Sign out?',
  signedInAs: 'You are signed in as {user} ({email}).',
  signOut: 'Sign out',
  stay: 'Stay signed in',
}

export const logoutTexts = {
  en,
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
} satisfies Texts<typeof en>
