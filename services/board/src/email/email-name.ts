import type { Language } from '@pas/pages/languages'
import type { ApiEmail } from '../api/schema'
import { emailTexts } from './email-texts'

type Named = Pick<ApiEmail, 'label' | 'subject' | 'title' | 'preheader'>

const nameOf = ({ label, subject, title, preheader }: Named): string | null =>
  [label, subject, title, preheader].find((name) => name !== null && name.trim() !== '') ?? null

/** The label, else the subject, the title of the HTML, the first words. */
export const emailName = (email: Named, language: Language): string =>
  nameOf(email) ?? emailTexts[language].untitled

/** The first words; null when they are the name already. */
export const wordsBeside = (email: Named): string | null =>
  email.preheader === nameOf(email) ? null : email.preheader
