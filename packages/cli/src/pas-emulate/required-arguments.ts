import { emailClients, findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { didYouMean } from '@pas/runtime/did-you-mean'
import type { Command } from 'commander'

const codes = emailClients.map(({ code }) => code)

/** The file that is named; ends the command if none is. */
export const requireFile = (program: Command, file: string | undefined): string =>
  file ?? program.error("which email? Give a file, or '-' for standard input")

/** The email client with this code; ends the command, and names similar codes, if there is none. */
export function requireEmailClient(program: Command, code: string): EmailClient {
  return (
    findEmailClient(code) ??
    program.error(
      `there is no email client '${code}'; --list tells the codes.${didYouMean(code, codes, (known) => findEmailClient(known)?.name)}`,
    )
  )
}
