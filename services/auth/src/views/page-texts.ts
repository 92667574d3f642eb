import type { Texts } from '@pas/pages/languages'

interface PageTexts {
  acting: string
  /** Names `{user}`, `{userAccount}`, `{actor}` and `{actorAccount}`. */
  actingAs: string
  /** Names `{user}` and `{account}`. */
  person: string
  backTo: (values: { actor: string }) => string
}

/** The texts around every page of this service. */
export const pageTexts = {
  en: {
    acting: 'Acting for another user',
    actingAs: 'You act as {user} of {userAccount}. You are signed in as {actor} of {actorAccount}.',
    person: '{user} of {account}',
    backTo: ({ actor }) => `Back to ${actor}`,
  },
  de: {
    acting: 'Im Namen eines anderen Benutzers',
    actingAs: 'Sie handeln als {user} von {userAccount}. Angemeldet sind Sie als {actor} von {actorAccount}.',
    person: '{user} von {account}',
    backTo: ({ actor }) => `Zurück zu ${actor}`,
  },
  fr: {
    acting: 'Au nom d’un autre utilisateur',
    actingAs:
      'Vous agissez au nom de {user} ({userAccount}). Votre propre identité est {actor} ({actorAccount}).',
    person: '{user}, {account}',
    backTo: ({ actor }) => `Redevenir ${actor}`,
  },
} satisfies Texts<PageTexts>
