import type { Option } from 'commander'
import { CommandError } from './command-error'
import { option } from './option-values'
import type { CommandContext } from './perform'

/**
 * A password among the arguments is refused: every process can read it there, and the shell keeps it in its history.
 */
export const passwordOptions = (): Option[] => [
  option('--password-stdin', 'read the password from standard input'),
  option('--password <password>', '', (): never => {
    throw new CommandError(
      'usage',
      "A password among the arguments can be read by every user of this machine and stays in the shell's history. Choose another one and give it on standard input, with --password-stdin, or leave both out to have one made.",
    )
  }).hideHelp(),
]

/** Without the line feed at its end; undefined without `--password-stdin`. */
export async function readPassword(
  context: CommandContext,
  { passwordStdin = false }: { passwordStdin?: boolean | undefined },
): Promise<string | undefined> {
  return passwordStdin ? (await context.readIn()).replace(/\r?\n$/, '') : undefined
}
