import type { Texts } from '@pas/pages/languages'

interface SettingsLinkTexts {
  expired: string
  tooMany: string
  invalid: string
}

/** Why a settings link does not work. */
export const settingsLinkTexts = {
  en: {
    expired:
      'A link to the settings works for 7 days. Get a new one from the application that gave it to you, or go to your settings and sign in.',
    tooMany:
      'Too many links that do not work were opened from your network. Try again later, or go to your settings and sign in.',
    invalid:
      'This link does not work: it was cut short or changed on its way, or it is no longer valid. Get a new one from the application that gave it to you.',
  },
  de: {
    expired:
      'Ein Link zu den Einstellungen gilt 7 Tage. Holen Sie sich einen neuen aus der Anwendung, von der Sie ihn haben, oder gehen Sie zu Ihren Einstellungen und melden Sie sich an.',
    tooMany:
      'Aus Ihrem Netz wurden zu viele Links geöffnet, die nicht gelten. Versuchen Sie es später noch einmal, oder gehen Sie zu Ihren Einstellungen und melden Sie sich an.',
    invalid:
      'Dieser Link funktioniert nicht: Er wurde unterwegs gekürzt oder verändert, oder er gilt nicht mehr. Holen Sie sich einen neuen aus der Anwendung, von der Sie ihn haben.',
  },
  fr: {
    expired:
      'Un lien vers les réglages est valable 7 jours. Demandez-en un nouveau à l’application qui vous l’a donné, ou ouvrez vos réglages et connectez-vous.',
    tooMany:
      'Trop de liens non valables ont été ouverts depuis votre réseau. Réessayez plus tard, ou ouvrez vos réglages et connectez-vous.',
    invalid:
      'Ce lien ne fonctionne pas\u202f: il a été tronqué ou modifié en chemin, ou il n’est plus valable. Demandez-en un nouveau à l’application qui vous l’a donné.',
  },
} satisfies Texts<SettingsLinkTexts>
