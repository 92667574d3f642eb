import { Script } from 'node:vm'
import { visibleText } from '../reports/visible-text'
import type { CompiledEmail } from './compiled-email'
import { UsageError } from '../usage-error'
import { messageOf } from '../message-of'

/** What changes by itself, such as a date, is the same text on both sides before they are compared. */
export interface Replacement {
  expression: RegExp
  text: string
}

const maxReplacements = 50
/** For one expression and one email: one that backtracks without end is the caller's to mend. */
const timeoutMs = 5_000
const inContext = new Script('email.replace(expression, text)')

/** Each is `REGEX=TEXT`, cut at the last `=`. */
export function parseReplacements(given: readonly string[]): Replacement[] {
  if (given.length > maxReplacements)
    throw new UsageError(`--replace can be given ${maxReplacements} times at most.`)
  return given.map((option) => {
    const at = option.lastIndexOf('=')
    const shown = visibleText(option, 100)
    if (at < 1)
      throw new UsageError(`--replace ${shown}: give REGEX=TEXT, such as '\\d{4}-\\d{2}-\\d{2}=DATE'.`)
    try {
      return { expression: new RegExp(option.slice(0, at), 'g'), text: option.slice(at + 1) }
    } catch (cause) {
      const why = visibleText(messageOf(cause), 200)
      throw new UsageError(`--replace ${shown}: ${why}. Write an '=' in TEXT as another character.`, {
        cause,
      })
    }
  })
}

/** Throws a `UsageError` for an expression that takes too long. */
export function replaceIn(email: CompiledEmail, replacements: readonly Replacement[]): CompiledEmail {
  const replaced = (source: string): string =>
    replacements.reduce((text, replacement) => replaceOnce(text, replacement), source)
  return 'raw_source' in email
    ? { raw_source: replaced(email.raw_source) }
    : { html_text: replaced(email.html_text) }
}

function replaceOnce(email: string, { expression, text }: Replacement): string {
  try {
    return inContext.runInNewContext({ email, expression, text }, { timeout: timeoutMs }) as string
  } catch (cause) {
    throw new UsageError(
      `--replace ${visibleText(expression.source, 100)} took longer than ${timeoutMs / 1000} s in one email. Write it so that no part of it can match the same text in many ways.`,
      { cause },
    )
  }
}
