import { CommandError } from './command-error'
import type { CommandContext } from './perform'

/**
 * `what` continues "This deletes". Throws `usage` without a terminal, and `not_confirmed` when the operator does not
 * type `name`.
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

export const shareLinks = (count: number): string => `${count} live share link${count === 1 ? '' : 's'}`

/** Continues "This deletes …;". */
export const describeLinks = (count: number, keepLinks = false): string =>
  `${shareLinks(count)} ${endsOrStays(count, keepLinks)}`

/** As `describeLinks`. */
export const describeKeys = (count: number, keepKeys: boolean): string =>
  `${count} API key${count === 1 ? '' : 's'} ${endsOrStays(count, keepKeys)}`

const endsOrStays = (count: number, isKept: boolean): string => {
  const verb = isKept ? 'stay' : 'end'
  return `${count === 1 ? `${verb}s` : verb}${isKept ? ", as the account's own" : ''}`
}
