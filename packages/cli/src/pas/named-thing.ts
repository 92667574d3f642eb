import { AccountsError } from '@pas/accounts/accounts-error'
import { Option, type Command } from 'commander'
import { getUser } from './looked-up'
import { integerId, uuid } from './option-values'
import type { AuditTarget } from './perform'

/** How an operator names what a command acts on: behind the verb, or by an option. */
export interface Naming<T> {
  argument: string
  flags: string
  description: string
  parse: (text: string) => T
  /** For the audit row. */
  target: (named: T) => AuditTarget
}

/**
 * For the audit row of a refused command: `user:<id>`, or `user` when there is none. Never the address, because the
 * audit trail is kept when the user is deleted.
 */
export const userTarget =
  (email: string): AuditTarget =>
  async (deps) => {
    const user = await getUser(deps, email).catch(() => null)
    return user ? `user:${user.id}` : 'user'
  }

const asTyped = (text: string): string => text

export const namedById = (noun: string): Naming<string> => ({
  argument: `${noun}-id`,
  flags: `--${noun}-id <id>`,
  description: `the ${noun}'s id`,
  parse: uuid,
  target: (id) => `${noun}:${id}`,
})

export const namedAccount: Naming<number> = {
  argument: 'account',
  flags: '--account <id>',
  description: "the account's id",
  parse: integerId,
  target: (id) => `account:${id}`,
}

export const namedUser: Naming<string> = {
  argument: 'email',
  flags: '--email <address>',
  description: "the user's e-mail address",
  parse: asTyped,
  target: userTarget,
}

export const namedApplication: Naming<string> = {
  argument: 'client-id',
  flags: '--client-id <client-id>',
  description: "the application's client_id",
  parse: asTyped,
  target: (clientId) => `application:${clientId}`,
}

/** Throws `<noun>_not_found` for null. */
export function found<Row>(
  row: Row | null,
  noun: 'capture' | 'check' | 'share' | 'webhook',
  name: string,
  group: string = noun,
): Row {
  if (row !== null) return row
  const message = `There is no ${noun} ${name}: check the id, or see 'pas ${group} list'.`
  throw new AccountsError(`${noun}_not_found`, message)
}

/** `pas user show E` and `pas user show --email E` are the same. No name, or two, is a usage error. */
export function actOn<T, Options extends object>(
  command: Command,
  { argument, flags, description, parse }: Pick<Naming<T>, 'argument' | 'flags' | 'description' | 'parse'>,
  act: (named: T, options: Options) => Promise<unknown>,
): void {
  const option = new Option(flags, description).argParser(parse)
  const name = option.attributeName() as keyof Options
  command
    .argument(`[${argument}]`, description, parse)
    .addOption(option)
    .action(async (first: T | undefined, options: Options) => {
      const second = options[name] as T | undefined
      const [named, another] = [first, second].filter((value) => value !== undefined)
      if (named === undefined) command.error(`error: missing argument '${argument}': ${description}`)
      if (another !== undefined) command.error(`error: '${argument}' is given twice: give it once`)
      await act(named, options)
    })
}
