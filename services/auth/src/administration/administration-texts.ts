import type { Texts } from '@pas/pages/languages'

const en = {
  notAdmin:
    'Only an admin of your account may do this. Ask one of them, or the people who run this service, to make you one.',
  actsForOther:
    'You act for another user, and may not change who belongs to their account. Go back to your own user first.',
}

export const administrationTexts = {
  en,
  de: {
    notAdmin:
      'Das darf nur, wer Ihr Konto verwaltet. Bitten Sie eine dieser Personen oder die Stelle, die diesen Dienst betreibt, Ihnen diese Rolle zu geben.',
    actsForOther:
      'Sie handeln im Namen einer anderen Person und dürfen deren Konto nicht verwalten. Wechseln Sie zuerst zu Ihrer eigenen zurück.',
  },
  fr: {
    notAdmin:
      'Seule une personne qui administre votre compte peut le faire. Demandez-lui, ou à l’équipe qui gère ce service, de vous donner ce rôle.',
    actsForOther:
      'Vous agissez au nom d’un autre utilisateur, et ne pouvez pas administrer son compte. Reprenez d’abord votre propre identité.',
  },
} satisfies Texts<typeof en>
