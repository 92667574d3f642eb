import type { DatabaseDeps, RowDeps } from '@pas/db/row-deps'
import type { Command } from 'commander'
import { actOn, type Naming } from './named-thing'
import { perform, type AuditTarget, type CommandContext } from './perform'

export const ownOption = 'also when it is your own, such as the board'

export interface Switchable<T> {
  noun: string
  naming: Naming<T>
  descriptions: { disable: string; enable: string }
  /** For a refused command's audit row. */
  refusedTarget: (named: T) => AuditTarget
  /** Throws for one of the operator's own; absent where there is none. */
  refuseOwn?: (deps: RowDeps, named: T) => Promise<void>
  load: () => Promise<SwitchFunctions<T>>
}

interface SwitchFunctions<T> {
  find: (deps: RowDeps, named: T) => Promise<{ target: string; disabledAt: Date | null }>
  /** Shuts it out at once. Runs in a transaction, so it has to be short. */
  mark: (deps: RowDeps, named: T) => Promise<unknown>
  /** Disables it and ends its sessions and tokens, which may take minutes, or enables it. */
  set: (deps: RowDeps, named: T, disabled: boolean) => Promise<unknown>
  /** After `set` has disabled it: ends the consents that it gave while acting for others. */
  endGiven?: (deps: DatabaseDeps, named: T) => Promise<unknown>
}

export function addSwitchCommands<T>(
  group: Command,
  context: CommandContext,
  { noun, naming, descriptions, refusedTarget, refuseOwn, load }: Switchable<T>,
): void {
  for (const [verb, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    const command = group.command(verb).description(descriptions[verb])
    if (disabled && refuseOwn) command.option('--own', ownOption)
    actOn(command, naming, async (named, { own }: { own?: boolean }) => {
      const { find, mark, set, endGiven } = await load()
      await perform(context, {
        action: `${noun}.${verb}`,
        target: refusedTarget(named),
        before: async (deps) => {
          if (disabled && !own) await refuseOwn?.(deps, named)
        },
        work: async (deps) => {
          const { target, disabledAt } = await find(deps, named)
          if (disabled) await mark(deps, named)
          else await set(deps, named, false)
          const wasDisabled = disabledAt !== null
          if (wasDisabled !== disabled) return { answer: {}, target }
          const already = { already: `${verb}d` }
          const ended = disabled ? '; sessions and tokens that were left have ended' : ''
          return {
            answer: already,
            text: `${target} was ${verb}d already${ended}\n`,
            target,
            details: already,
          }
        },
        // Also when it was disabled already: the operator runs an interrupted command again, and it may not have ended
        // all.
        afterwards: disabled
          ? async (deps) => {
              await set(deps, named, true)
              await endGiven?.(deps, named)
              return undefined
            }
          : undefined,
      })
    })
  }
}
