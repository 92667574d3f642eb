import os from 'node:os'
import { systemClock } from '@pas/runtime/clock'
import { version } from '@pas/runtime/version'
import { Command, CommanderError, Help } from 'commander'
import { addAccountCommands } from './account-commands'
import { addAppCommands } from './app-commands'
import { addAuditCommands } from './audit-commands'
import { addCaptureCommands } from './capture-commands'
import { addCheckCommands } from './check-commands'
import { CommandError } from './command-error'
import { addEmailCommands } from './email-commands'
import { addKeyCommands, addLinkKeyCommands } from './key-commands'
import { addMigrateCommand } from './migrate-command'
import { addMovingFromCommand } from './moving-from-command'
import type { CommandContext } from './perform'
import type { Environment } from './read-environment'
import { addRetentionCommands } from './retention-commands'
import { addShareCommands } from './share-commands'
import { addTokenCommands } from './token-commands'
import { addUsageCommands } from './usage-commands'
import { addUserCommands } from './user-commands'
import { addWebhookCommands } from './webhook-commands'

export interface PasSurroundings {
  env: Environment
  /** A relative PAS_HOME, and its default `.run`, are below the clone. */
  clone: string
  readIn: () => Promise<string>
  ask?: ((question: string) => Promise<string>) | undefined
  writeOut: (text: string) => unknown
  writeError: (text: string) => void
}

/**
 * Resolves to the exit status (docs/contract.md §6.2). Files that describe commands import what does the work only when
 * a command runs, so that help is printed without loading it.
 */
export async function runPas(
  args: readonly string[],
  { env, clone, readIn, ask, ...streams }: PasSurroundings,
): Promise<number> {
  const json = args.includes('--json')
  const context: CommandContext = {
    readEnvironment: async () => {
      const { readEnvironment } = await import('./read-environment')
      return readEnvironment(env, clone)
    },
    clock: systemClock,
    actor: operatorActor(),
    json,
    readIn,
    ask,
    write: streams.writeOut,
    print: (answer, text) => {
      streams.writeOut(json ? `${JSON.stringify(answer)}\n` : text)
    },
  }
  try {
    await createProgram(context, args, streams.writeOut).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const { failureLine } = await import('./failure-line')
    streams.writeError(`${failureLine(error, json)}\n`)
    return error instanceof CommandError && error.code === 'usage' ? 2 : 1
  }
}

function createProgram(
  context: CommandContext,
  args: readonly string[],
  writeOut: PasSurroundings['writeOut'],
): Command {
  // Subcommands inherit these settings only when they are made after them.
  const program = new Command('pas')
    .description("the operator's command of the Partner Access Service")
    .option('--json', 'answer in JSON')
    .version(version, '--version', 'print the release')
    .configureOutput({ writeOut: (text) => void writeOut(text), writeErr: () => undefined })
    .configureHelp({
      showGlobalOptions: true,
      optionDescription: (option) =>
        `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
  addAccountCommands(program, context)
  addUserCommands(program, context)
  addAppCommands(program, context)
  addKeyCommands(program, context)
  addTokenCommands(program, context)
  addLinkKeyCommands(program, context)
  addShareCommands(program, context)
  addEmailCommands(program, context)
  addCheckCommands(program, context)
  addWebhookCommands(program, context)
  addRetentionCommands(program, context)
  addCaptureCommands(program, context)
  addUsageCommands(program, context)
  addAuditCommands(program, context)
  addMigrateCommand(program, context)
  addDoctorCommand(program, context)
  addMovingFromCommand(program, context)
  throwUsageErrors(program, args)
  return program
}

/** Makes each command throw a `CommandError` (`usage`) that names its help. */
function throwUsageErrors(command: Command, args: readonly string[], above = ''): void {
  const name = `${above}${command.name()}`
  command.exitOverride((error) => {
    if (error.exitCode === 0) throw error
    const mistyped =
      error.code === 'commander.missingMandatoryOptionValue' && findUnknownOption(command, args)
    throw new CommandError(
      'usage',
      `${mistyped ? `unknown option '${mistyped}', and ` : ''}${usageMessage(error, name)}`,
    )
  })
  for (const subcommand of command.commands) throwUsageErrors(subcommand, args, `${name} `)
}

/**
 * The first option that a command does not know. Commander looks for missing options first, so a mistyped one would be
 * told only as missing.
 */
function findUnknownOption(command: Command, args: readonly string[]): string | undefined {
  const { unknown } = command.parseOptions([...args])
  return unknown.find((arg) => arg.startsWith('-') && arg !== '--json')?.replace(/=.*/s, '')
}

function usageMessage({ code, message }: CommanderError, command: string): string {
  const help = `see '${command} --help'`
  // Commander throws this after it shows help because no subcommand was given. We discard that help, to keep to one
  // line.
  if (code === 'commander.help') return `No command was given: ${help}.`
  const [what = '', suggestion] = message.replace(/^error: /, '').split('\n')
  return `${what}${suggestion ? ` ${suggestion}` : ''} (${help})`
}

/** `operator:uid-<number>` where the user has no name, as in a container. */
function operatorActor(): string {
  try {
    return `operator:${os.userInfo().username}`
  } catch {
    return `operator:uid-${process.getuid?.() ?? 'unknown'}`
  }
}

function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('say what is reachable, which engines are served, and with which fonts and versions')
    .action(async () => {
      await (await import('./doctor/run-doctor')).runDoctor(context)
    })
}
