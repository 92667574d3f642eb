import type { Texts } from '@pas/pages/languages'

/** The texts of the page on which an email gets more email clients. */
export const addClientsTexts = {
  en: { stays: 'Pictures that are there stay as they are.' },
  de: { stays: 'Bilder, die schon da sind, bleiben, wie sie sind.' },
  fr: { stays: 'Les images déjà dessinées restent telles quelles.' },
} satisfies Texts<{ stays: string }>
