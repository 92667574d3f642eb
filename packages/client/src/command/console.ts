import { printable } from '../formats/printable'
import { publishedName } from '../published-name'
import type { Surroundings } from './surroundings'

/** What is said beside the result, on the error stream. */
export interface Console {
  /** One line that stays. */
  note(text: string): void
  /** On a terminal alone, in place of the one before. */
  progress(text: string): void
  /** Before the result is printed. */
  clear(): void
  hasColours: boolean
}

export function createConsole({ stderr, stdout, env }: Surroundings): Console {
  const isShown = stderr.isTTY === true && env.TERM !== 'dumb'
  let hasProgress = false
  const clear = (): void => {
    if (hasProgress) stderr.write('\r\u001b[2K')
    hasProgress = false
  }
  return {
    clear,
    note(text) {
      clear()
      stderr.write(`${publishedName}: ${printable(text)}\n`)
    },
    progress(text) {
      if (!isShown) return
      clear()
      stderr.write(printable(text))
      hasProgress = true
    },
    // https://no-color.org and https://force-color.org
    hasColours: env.NO_COLOR ? false : env.FORCE_COLOR ? true : stdout.isTTY === true && env.TERM !== 'dumb',
  }
}
