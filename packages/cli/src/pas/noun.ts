import type { Command, Option } from 'commander'
import { confirmDeletion } from './confirm'
import { getAccount } from './looked-up'
import { actOn, type Naming } from './named-thing'
import { option, positiveCount } from './option-values'
import { perform, type CommandContext, type CommandDeps, type OperatorCommand } from './perform'
import { printList } from './print-list'
import { cell, type AnswerRow } from './render-answer'

/** What a command does. Its audit row is `<noun>.<verb>` about what it names, unless it says otherwise. */
type Act = Omit<OperatorCommand, 'action' | 'target'> & Partial<Pick<OperatorCommand, 'action' | 'target'>>

interface Verb {
  verb: string
  about: string
  options?: readonly Option[]
}

interface VerbOf<Args extends unknown[], Result = Act> extends Verb {
  act: (...args: Args) => Result | Promise<Result>
}

/** `confirm` resolves to what the operator types, and to what continues "This deletes". It may refuse. */
interface Deletion extends Act {
  confirm: (deps: CommandDeps) => Promise<{ name: string; what: string }>
}

interface ListVerb<Row, Filter, After, First> extends Partial<Verb> {
  about: string
  /** The first member of each row, by which `--after` names it. */
  after: Pick<Naming<After>, 'argument' | 'parse'>
  /** What `--after` names. Throws when there is none. */
  find: (deps: CommandDeps, after: After) => Promise<First> | First
  /** `filter` has the other options, and `accountId` for `--account`. */
  read: (
    deps: CommandDeps,
    filter: Filter,
    part: { after: First | null; limit: number | undefined },
  ) => Promise<AsyncGenerator<readonly Row[], unknown, undefined>>
  row: (row: Row, deps: CommandDeps) => AnswerRow | Promise<AnswerRow>
}

interface ListOptions<After> {
  account?: number
  after?: After
  limit?: number
}

export interface Noun {
  group: Command
  /** A command that names nothing, such as `create`. */
  verb<Options extends object>(verb: VerbOf<[options: Options]>): void
  /** A command about one thing. */
  on<T, Options extends object>(named: Naming<T>, verb: VerbOf<[named: T, options: Options]>): void
  /** A command that asks before it deletes one thing. */
  deletion<T, Options extends object>(
    named: Naming<T>,
    verb: Omit<VerbOf<[named: T, options: Options], Deletion>, 'verb'>,
  ): void
  list<Row, Filter extends object, After, First>(list: ListVerb<Row, Filter, After, First>): void
}

/** `audited`: the noun in the audit trail, where it has another name. */
export function addNoun(
  program: Command,
  context: CommandContext,
  { name, about, audited = name }: { name: string; about: string; audited?: string },
): Noun {
  const group = program.command(name).description(about)
  const addVerb = ({ verb, about: description, options = [] }: Verb): Command =>
    options.reduce((command, each) => command.addOption(each), group.command(verb).description(description))
  const actionOf = (verb: string): string => `${audited}.${verb.replaceAll('-', '_')}`
  const noun: Noun = {
    group,
    verb: ({ act, ...verb }) =>
      addVerb(verb).action(async (options: Parameters<typeof act>[0]) =>
        perform(context, { action: actionOf(verb.verb), target: audited, ...(await act(options)) }),
      ),
    on: (named, { act, ...verb }) =>
      actOn(addVerb(verb), named, async (thing, options: Parameters<typeof act>[1]) =>
        perform(context, {
          ...{ action: actionOf(verb.verb), target: named.target(thing) },
          ...(await act(thing, options)),
        }),
      ),
    deletion: (named, { act, options = [], ...verb }) =>
      noun.on(named, {
        ...{ ...verb, verb: 'delete', options: [...options, option('--yes', 'do not ask')] },
        act: async (thing, given: Parameters<typeof act>[1] & { yes?: boolean }) => {
          const { confirm, ...deletion } = await act(thing, given)
          const before = async (deps: CommandDeps): Promise<void> =>
            confirmDeletion(context, { yes: given.yes, ...(await confirm(deps)) })
          return { before, ...deletion }
        },
      }),
    list: ({ verb = 'list', after, find, read, row, ...list }) => {
      const page = [
        option('--limit <count>', 'at most so many', positiveCount),
        option(
          `--after <${after.argument}>`,
          'only those behind this one, to go on where --limit ended',
          after.parse,
        ),
      ]
      addVerb({ ...list, verb, options: [...(list.options ?? []), ...page] }).action(
        ({
          after: name,
          limit,
          account: accountId,
          ...filter
        }: ListOptions<ReturnType<typeof after.parse>>) =>
          printList(context, {
            action: actionOf(verb),
            target: accountId === undefined ? plural(audited) : `account:${accountId}`,
            pages: async (deps) => {
              await assertAccount(deps, accountId)
              const first = name === undefined ? null : await find(deps, name)
              return read(deps, { accountId, ...filter } as Parameters<typeof read>[1], {
                after: first,
                limit,
              })
            },
            toAnswer: row,
            hint: async ({ rows, last }, deps) =>
              rows === limit
                ? `There may be more: add --after ${cell(Object.values(await row(last, deps))[0])}`
                : null,
          }),
      )
    },
  }
  return noun
}

/** Throws `account_not_found`: without it, a wrong number would be answered with an empty list. */
export async function assertAccount(deps: CommandDeps, accountId: number | undefined): Promise<void> {
  if (accountId !== undefined) await getAccount(deps, accountId)
}

const plural = (noun: string): string => (noun.endsWith('s') ? noun : `${noun}s`)
