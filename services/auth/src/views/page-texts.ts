import type { Texts } from '@pas/pages/languages'

const en = {
  language: 'Language',
  acting: 'Acting for another user',
  actingAs: 'You act as {user} of {userAccount}. You are signed in as {actor} of {actorAccount}.',
  person: '{user} of {account}',
  backTo: ({ actor }: { actor: string }) => `Back to ${actor}`,
}

export const pageTexts = {
  en,
  de: {
    language: 'Sprache',
    acting: 'Im Namen eines anderen Benutzers',
    actingAs: 'Sie handeln als {user} von {userAccount}. Angemeldet sind Sie als {actor} von {actorAccount}.',
    person: '{user} von {account}',
    backTo: ({ actor }) => `Zurück zu ${actor}`,
  },
  fr: {
    language: 'Langue',
    acting: 'Au nom d’un autre utilisateur',
    actingAs:
      'Vous agissez au nom de {user} ({userAccount}). Votre propre identité est {actor} ({actorAccount}).',
    person: '{user}, {account}',
    backTo: ({ actor }) => `Redevenir ${actor}`,
  },
} satisfies Texts<typeof en>
