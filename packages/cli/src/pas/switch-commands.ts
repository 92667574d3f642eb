import type { DatabaseDeps, RowDeps } from '@pas/db/row-deps'
import type { Naming } from './named-thing'
import type { Noun } from './noun'
import { option } from './option-values'
import { targetOf, type CommandDeps } from './perform'
import type * as refuseOwnFunctions from './refuse-own'

export const ownOption = () => option('--own', 'also when it is your own, such as the board')

export interface Switchable<T> {
  about: { disable: string; enable: string }
  /** Throws for one of the operator's own; absent where there is none. */
  refuseOwn?: (own: typeof refuseOwnFunctions, deps: RowDeps, named: T) => Promise<void>
  load: () => Promise<SwitchFunctions<T>>
}

interface SwitchFunctions<T> {
  get: (deps: RowDeps, named: T) => Promise<{ disabledAt: Date | null }>
  /** Shuts it out at once. Runs in a transaction, so it has to be short. */
  mark: (deps: RowDeps, named: T) => Promise<unknown>
  /** Disables it and ends its sessions and tokens, which may take minutes, or enables it. */
  set: (deps: RowDeps, named: T, disabled: boolean) => Promise<unknown>
  /** After `set` has disabled it: ends the consents that it gave while acting for others. */
  endGiven?: (deps: CommandDeps & DatabaseDeps, named: T) => Promise<unknown>
}

export function addSwitchCommands<T>(
  noun: Noun,
  naming: Naming<T>,
  { about, refuseOwn, load }: Switchable<T>,
): void {
  for (const verb of ['disable', 'enable'] as const) {
    const isDisabling = verb === 'disable'
    noun.on(naming, {
      ...{ verb, about: about[verb], options: isDisabling && refuseOwn ? [ownOption()] : [] },
      act: async (named, { own }: { own?: boolean }) => {
        const { get, mark, set, endGiven } = await load()
        return {
          before: async (deps) => {
            if (isDisabling && !own) await refuseOwn?.(await import('./refuse-own'), deps, named)
          },
          work: async (deps) => {
            const { disabledAt } = await get(deps, named)
            if (isDisabling) await mark(deps, named)
            else await set(deps, named, false)
            if ((disabledAt !== null) !== isDisabling) return { answer: {} }
            const already = { already: `${verb}d` }
            const ended = isDisabling ? '; sessions and tokens that were left have ended' : ''
            const text = `${await targetOf(naming.target(named), deps)} was ${verb}d already${ended}\n`
            return { answer: already, text, details: already }
          },
          // Also when it was disabled already: the operator runs an interrupted command again, and it may not have
          // ended all.
          afterwards: async (deps) => {
            if (!isDisabling) return undefined
            await set(deps, named, true)
            await endGiven?.(deps, named)
            return undefined
          },
        }
      },
    })
  }
}
