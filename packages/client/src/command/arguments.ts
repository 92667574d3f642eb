import { parseArgs } from 'node:util'
import { seeHelp, UsageError } from '../usage-error'

export const failLevels = ['error', 'warning', 'never'] as const
export const formats = ['text', 'json', 'github'] as const
const commands = ['lint', 'compare'] as const

export interface Arguments {
  command: (typeof commands)[number]
  /** Files, folders or globs. */
  patterns: string[]
  /** Null: as the configuration says. */
  clients: readonly string[] | 'popular' | 'mine' | null
  only: readonly string[] | null
  failOn: (typeof failLevels)[number]
  maxWarnings: number | null
  format: (typeof formats)[number]
  /** A folder. */
  report: string | null
  configurationFile: string | null
  baselineFile: string | null
  writesBaseline: boolean
  /** `compare` alone. */
  replacements: readonly string[]
  against: string | null
}

const shared = {
  clients: { type: 'string' },
  format: { type: 'string' },
  report: { type: 'string' },
  config: { type: 'string' },
} as const

const optionsOf = {
  lint: {
    ...shared,
    only: { type: 'string' },
    'fail-on': { type: 'string' },
    'max-warnings': { type: 'string' },
    baseline: { type: 'string' },
    'write-baseline': { type: 'boolean' },
  },
  compare: { ...shared, replace: { type: 'string', multiple: true }, against: { type: 'string' } },
} as const

type Values = Partial<Record<string, unknown>>

/** `--help` and `--version` are asked for before. Throws a `UsageError`. */
export function readArguments(args: readonly string[]): Arguments {
  const command = oneOf('command', commands, args[0])
  const { values, positionals } = parse(command, args.slice(1))
  const text = (name: string): string | null => {
    const value = values[name]
    return typeof value === 'string' ? value : null
  }
  if (positionals.length === 0) throw new UsageError(`Which emails? Name files or globs. ${seeHelp}`)
  const writesBaseline = values['write-baseline'] === true
  return {
    command,
    patterns: positionals,
    clients: readClients(text('clients')),
    only: text('only') === null ? null : listOf('--only', text('only') ?? ''),
    failOn: oneOf('--fail-on', failLevels, text('fail-on') ?? 'error'),
    maxWarnings: readCount('--max-warnings', text('max-warnings')),
    format: oneOf('--format', formats, text('format') ?? 'text'),
    report: text('report'),
    configurationFile: text('config'),
    baselineFile: text('baseline'),
    writesBaseline,
    replacements: Array.isArray(values.replace) ? values.replace.map(String) : [],
    against: text('against'),
  }
}

function parse(command: keyof typeof optionsOf, args: string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args, options: optionsOf[command], allowPositionals: true, strict: true })
  } catch (error) {
    // Node's second sentence is about positionals that begin with a dash.
    const [sentence = ''] = (error instanceof Error ? error.message : '').split(/\. |\n/)
    throw new UsageError(`${command}: ${sentence.replace(/\.$/, '')}. ${seeHelp}`)
  }
}

/** Codes in upper case, as the service has them. */
export function readClients(given: string | null): Arguments['clients'] {
  if (given === null || given === 'popular' || given === 'mine') return given
  return listOf('--clients', given).map((code) => code.toUpperCase())
}

function listOf(option: string, given: string): string[] {
  const items = given.split(',').map((item) => item.trim())
  if (items.some((item) => item === '')) throw new UsageError(`${option} has an empty entry: '${given}'.`)
  return [...new Set(items)]
}

function readCount(option: string, given: string | null): number | null {
  if (given === null) return null
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`${option} is '${given}'. Give a number from 0.`)
  return Number(given)
}

function oneOf<Choice extends string>(
  option: string,
  choices: readonly Choice[],
  given: string | undefined,
): Choice {
  const choice = choices.find((one) => one === given)
  if (choice !== undefined) return choice
  const said = given === undefined ? `There is no ${option}` : `${option} is '${given}'`
  throw new UsageError(`${said}. It is one of ${choices.join(', ')}. ${seeHelp}`)
}
