import type { Texts } from '@pas/pages/languages'

interface SignInTexts {
  startAgainTitle: string
  /** Why a sign-in failed. */
  reasons: Record<'unknown' | 'refused' | 'denied', string>
  startAgain: string
  signedOutTitle: string
  signedOut: string
  /** Names `{product}`. */
  stillSignedIn: string
  signInAgain: string
  signOutThere: string
}

/** The texts of the pages around signing in and out. */
export const signInTexts = {
  en: {
    startAgainTitle: 'You are not signed in',
    reasons: {
      unknown: 'This sign-in was begun in another browser, or too long ago. Begin it again here.',
      refused: 'This sign-in was used already, or took too long. Begin it again.',
      denied: 'You did not let the board read your emails. Without that it has nothing to show.',
    },
    startAgain: 'Sign in',
    signedOutTitle: 'You are signed out',
    signedOut: 'You are signed out of the board.',
    stillSignedIn:
      'You may still be signed in to your {product} account in this browser: then signing in here again asks for no password. On a computer that others use, sign out there, too.',
    signInAgain: 'Sign in again',
    signOutThere: 'Sign out of the account, too',
  },
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
    signedOut: 'Sie sind vom Board abgemeldet.',
    stillSignedIn:
      'In Ihrem Konto bei {product} sind Sie in diesem Browser vielleicht noch angemeldet: Dann verlangt eine neue Anmeldung hier kein Passwort. Melden Sie sich an einem Computer, den auch andere benutzen, dort ebenfalls ab.',
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
    signedOut: 'Vous êtes déconnecté du tableau.',
    stillSignedIn:
      'Vous êtes peut-être encore connecté à votre compte {product} dans ce navigateur : une nouvelle connexion ici ne demandera alors aucun mot de passe. Sur un ordinateur que d’autres utilisent, déconnectez-vous là aussi.',
    signInAgain: 'Se reconnecter',
    signOutThere: 'Se déconnecter aussi du compte',
  },
} satisfies Texts<SignInTexts>
