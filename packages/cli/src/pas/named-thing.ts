import { Option, type Command } from 'commander'
import { integerId } from './option-values'

/** How an operator names what a command acts on: behind the verb, or by an option. */
export interface Naming<T> {
  argument: string
  flags: string
  description: string
  parse: (text: string) => T
}

export const namedAccount: Naming<number> = {
  argument: 'account',
  flags: '--account <id>',
  description: "the account's id",
  parse: integerId,
}

export const namedUser: Naming<string> = {
  argument: 'email',
  flags: '--email <address>',
  description: "the user's e-mail address",
  parse: (text) => text,
}

export const namedApplication: Naming<string> = {
  argument: 'client-id',
  flags: '--client-id <client-id>',
  description: "the application's client_id",
  parse: (text) => text,
}

export const namedApiKey: Naming<string> = {
  argument: 'key-prefix',
  flags: '--key-prefix <prefix>',
  description: 'the first characters of the key, enough to name no other key',
  parse: (text) => text,
}

/** `pas user show E` and `pas user show --email E` are the same. No name, or two, is a usage error. */
export function actOn<T, Options extends object>(
  command: Command,
  { argument, flags, description, parse }: Naming<T>,
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
