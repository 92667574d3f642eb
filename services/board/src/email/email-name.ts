import type { Language } from '@pas/pages/languages'
import type { ApiEmail } from '../api/schema'
import { emailTexts } from './email-texts'

type Named = Pick<ApiEmail, 'label' | 'subject' | 'title' | 'preheader'>

const firstOf = (names: readonly (string | null)[]): string | null =>
  names.find((name) => name !== null && name.trim() !== '') ?? null

/** Without a label or a subject, the email is called by words that its author meant for another place. */
export const hasOwnName = ({ label, subject }: Named): boolean => firstOf([label, subject]) !== null

/** Characters of a name that is taken from elsewhere. */
const maxBorrowed = 60

/** The label, else the subject, the beginning of the HTML's title or of the first words. */
export function emailName(email: Named, language: Language): string {
  const own = firstOf([email.label, email.subject])
  if (own !== null) return own
  const borrowed = [...(firstOf([email.title, email.preheader]) ?? emailTexts[language].untitled)]
  return borrowed.length <= maxBorrowed
    ? borrowed.join('')
    : `${borrowed.slice(0, maxBorrowed - 1).join('')}…`
}

/** The first words; null when they are the name already. */
export const wordsBeside = ({ label, subject, title, preheader }: Named): string | null =>
  preheader === firstOf([label, subject, title, preheader]) ? null : preheader
