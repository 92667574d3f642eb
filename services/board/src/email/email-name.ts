import type { Language } from '@pas/pages/languages'
import type { ApiEmail } from '../api/schema'
import { emailTexts } from './email-texts'

/** What names an email: the first of these that it has. */
type Named = Pick<ApiEmail, 'label' | 'subject' | 'title' | 'preheader'>

const nameOf = ({ label, subject, title, preheader }: Named): string | null =>
  [label, subject, title, preheader].find((name) => name !== null && name.trim() !== '') ?? null

/** The name under which pages show an email: its label, else its subject, the title of its HTML, its first words. */
export const emailName = (email: Named, language: Language): string =>
  nameOf(email) ?? emailTexts[language].untitled

/** The email's first words, to stand beside its name; null without any, and when they are the name. */
export const wordsBeside = (email: Named): string | null =>
  email.preheader === nameOf(email) ? null : email.preheader
