import type { Texts } from '@pas/pages/languages'

interface SharedTexts {
  gone: string
  all: string
  source: string
}

/** The texts of what a share link shows. */
export const sharedTexts = {
  en: {
    gone: 'Whoever shared it has revoked it, or its time is over. Ask them for a new one.',
    all: 'All pictures',
    source: 'Source',
  },
  de: {
    gone: 'Er wurde widerrufen, oder seine Zeit ist um. Bitten Sie die Person, die ihn geteilt hat, um einen neuen.',
    all: 'Alle Bilder',
    source: 'Quelltext',
  },
  fr: {
    gone: 'Il a été révoqué, ou son temps est écoulé. Demandez-en un nouveau à la personne qui l’a partagé.',
    all: 'Toutes les images',
    source: 'Code source',
  },
} satisfies Texts<SharedTexts>
