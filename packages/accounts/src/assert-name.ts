import { AccountsError } from './accounts-error'

const maxCharacters = 200

/** Returns the name without surrounding space. `what` names it in the message. Throws `name_invalid`. */
export function assertName(what: string, text: string): string {
  const reason = whyNameRefused(text)
  if (reason !== null) throw new AccountsError('name_invalid', `The ${what} ${reason}`)
  return text.trim()
}

export const isNameAllowed = (text: string): boolean => whyNameRefused(text) === null

/** The rest of a sentence. */
function whyNameRefused(text: string): string | null {
  const name = text.trim()
  if (name.length === 0) return 'is empty: give one.'
  if (name.length > maxCharacters) return `is too long: give at most ${maxCharacters} characters.`
  // Control, format and separator characters can hide or reorder what a person reads on the consent page. U+200D is let
  // through: it joins emoji and letters of some scripts.
  const isInvisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name.replace(/\u200d/gu, ''))
  return isInvisible ? 'holds an invisible or control character: remove it.' : null
}
