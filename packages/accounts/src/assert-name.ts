import { AccountsError } from './accounts-error'

const maxCharacters = 200

/** Returns the name without surrounding space. `what` names it in the message. Throws `name_invalid`. */
export function assertName(what: string, text: string): string {
  const name = text.trim()
  if (name.length === 0) throw new AccountsError('name_invalid', `The ${what} is empty: give one.`)
  if (name.length > maxCharacters) {
    throw new AccountsError(
      'name_invalid',
      `The ${what} is too long: give at most ${maxCharacters} characters.`,
    )
  }
  // Control, format and separator characters can hide or reorder what a person reads on the consent page. U+200D is let
  // through: it joins emoji and letters of some scripts.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name.replace(/\u200d/gu, ''))) {
    throw new AccountsError('name_invalid', `The ${what} holds an invisible or control character: remove it.`)
  }
  return name
}
