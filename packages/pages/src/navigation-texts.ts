import type { Texts } from './languages'

interface NavigationTexts {
  skip: string
  navigation: string
  emails: string
  shares: string
  account: string
  emailClients: string
  applications: string
  password: string
  secondFactor: string
  switchUser: string
  language: string
  help: string
  signOut: string
}

export const navigationTexts = {
  en: {
    skip: 'Skip to content',
    navigation: 'Main menu',
    emails: 'Emails',
    shares: 'Shares',
    account: 'Account',
    emailClients: 'Your email clients',
    applications: 'Applications',
    password: 'Password',
    secondFactor: 'Second factor',
    switchUser: 'Switch user',
    language: 'Language',
    help: 'Help',
    signOut: 'Sign out',
  },
  de: {
    skip: 'Zum Inhalt springen',
    navigation: 'Hauptmenü',
    emails: 'E-Mails',
    shares: 'Freigaben',
    account: 'Konto',
    emailClients: 'Ihre E-Mail-Clients',
    applications: 'Anwendungen',
    password: 'Passwort',
    secondFactor: 'Zweiter Faktor',
    switchUser: 'Benutzer wechseln',
    language: 'Sprache',
    help: 'Hilfe',
    signOut: 'Abmelden',
  },
  fr: {
    skip: 'Aller au contenu',
    navigation: 'Menu principal',
    emails: 'E-mails',
    shares: 'Partages',
    account: 'Compte',
    emailClients: 'Vos clients de messagerie',
    applications: 'Applications',
    password: 'Mot de passe',
    secondFactor: 'Second facteur',
    switchUser: 'Changer d’utilisateur',
    language: 'Langue',
    help: 'Aide',
    signOut: 'Se déconnecter',
  },
} satisfies Texts<NavigationTexts>
