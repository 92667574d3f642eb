import { CommandError } from './command-error'
import type { CommandContext } from './perform'

/**
 * Asks the operator to type `name` before something is deleted, unless `--yes` was given. `what` says what is deleted,
 * in words that continue "This deletes". Throws `usage` without a terminal, and `not_confirmed` when the operator types
 * something else.
 */
export async function confirmDeletion(
  { ask }: Pick<CommandContext, 'ask'>,
  { yes = false, name, what }: { yes?: boolean | undefined; name: string; what: string },
): Promise<void> {
  if (yes) return
  const deletes = `This deletes ${what}, for good.`
  if (!ask) throw new CommandError('usage', `${deletes} Add --yes to confirm it.`)
  const typed = await ask(`${deletes} Type ${name} to confirm: `)
  if (typed.trim() !== name)
    throw new CommandError('not_confirmed', 'Nothing was deleted: it was not confirmed.')
}
