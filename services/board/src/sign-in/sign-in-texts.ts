import type { Texts } from '@pas/pages/languages'

const en = {
  startAgainTitle: 'You are not signed in',
  reasons: {
    unknown: 'This sign-in was begun in another browser, or too long ago. Begin it again here.',
    refused: 'This sign-in was used already, or took too long. Begin it again.',
    denied: 'You did not let the board read your emails. Without that it has nothing to show.',
  },
  startAgain: 'Sign in',
  signedOutTitle: 'You are signed out',
  /** Holds `{product}`. */
  signedOut: 'You are signed out of {product} in this browser.',
  /** Holds `{product}`. */
  signedOutHere:
    'You are signed out here, but your {product} account could not be reached: you may still be signed in there. On a computer that others use, sign out there, too.',
  signInAgain: 'Sign in again',
  signOutThere: 'Sign out of the account, too',
}

export const signInTexts = {
  en,
  de: {
    startAgainTitle: 'Sie sind nicht angemeldet',
    reasons: {
      unknown:
        'Diese Anmeldung wurde in einem anderen Browser begonnen, oder vor zu langer Zeit. Beginnen Sie sie hier noch einmal.',
      refused:
        'Diese Anmeldung wurde schon verwendet, oder sie hat zu lange gedauert. Beginnen Sie noch einmal.',
      denied: 'Sie haben dem Board nicht erlaubt, Ihre E-Mails zu lesen. Ohne das hat es nichts zu zeigen.',
    },
    startAgain: 'Anmelden',
    signedOutTitle: 'Sie sind abgemeldet',
    signedOut: 'Sie sind in diesem Browser von {product} abgemeldet.',
    signedOutHere:
      'Hier sind Sie abgemeldet, aber Ihr Konto bei {product} war nicht erreichbar: Dort sind Sie vielleicht noch angemeldet. Melden Sie sich an einem Computer, den auch andere benutzen, dort ebenfalls ab.',
    signInAgain: 'Wieder anmelden',
    signOutThere: 'Auch vom Konto abmelden',
  },
  fr: {
    startAgainTitle: 'Vous n’êtes pas connecté',
    reasons: {
      unknown:
        'Cette connexion a été commencée dans un autre navigateur, ou il y a trop longtemps. Recommencez-la ici.',
      refused: 'Cette connexion a déjà servi, ou elle a pris trop de temps. Recommencez.',
      denied: 'Vous n’avez pas autorisé le tableau à lire vos e-mails. Sans cela, il n’a rien à montrer.',
    },
    startAgain: 'Se connecter',
    signedOutTitle: 'Vous êtes déconnecté',
    signedOut: 'Vous êtes déconnecté de {product} dans ce navigateur.',
    signedOutHere:
      'Vous êtes déconnecté ici, mais votre compte {product} est resté injoignable : vous y êtes peut-être encore connecté. Sur un ordinateur que d’autres utilisent, déconnectez-vous là aussi.',
    signInAgain: 'Se reconnecter',
    signOutThere: 'Se déconnecter aussi du compte',
  },
} satisfies Texts<typeof en>
