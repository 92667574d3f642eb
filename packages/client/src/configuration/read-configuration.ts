import { readFileSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../usage-error'
import type { ReportedFinding } from '../run-result'
import { messageOf } from '../message-of'

export interface Configuration {
  clients: readonly string[] | 'popular' | 'mine' | null
  checks: readonly string[] | null
  ignore: readonly Ignored[]
}

export interface Ignored {
  rule: string
  /** Null: whatever it is about. */
  what: string | null
  /** The last day, as 2027-01-31 (UTC); null for ever. */
  until: string | null
  reason: string
}

export const configurationName = '.pas-check.json'

const maxBytes = 1024 * 1024

/** Without a file of the usual name there is nothing configured. Throws a `UsageError`. */
export function readConfiguration(folder: string, given: string | null): Configuration {
  const file = given ?? configurationName
  const text = readText(path.resolve(folder, file), given !== null)
  if (text === null) return { clients: null, checks: null, ignore: [] }
  const fail = (why: string): never => {
    throw new UsageError(`${file}: ${why}`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return fail(`It is no JSON: ${messageOf(error)}.`)
  }
  const members = membersOf(value, 'it', ['$schema', 'clients', 'checks', 'ignore'], fail)
  const { clients = null, checks = null, ignore = [] } = members
  if (clients !== null && clients !== 'popular' && clients !== 'mine' && !isTexts(clients))
    fail('"clients" is "popular", "mine" or a list of codes.')
  if (checks !== null && !isTexts(checks)) fail('"checks" is a list of names of checks.')
  if (!Array.isArray(ignore)) fail('"ignore" is a list of {"rule", "what", "until", "reason"}.')
  return {
    clients: (isTexts(clients)
      ? clients.map((code) => code.toUpperCase())
      : clients) as Configuration['clients'],
    checks: checks as Configuration['checks'],
    ignore: (ignore as unknown[]).map((entry, index) => readIgnored(entry, index, fail)),
  }
}

type Fail = (why: string) => never

function readIgnored(entry: unknown, index: number, fail: Fail): Ignored {
  const name = `ignore[${index}]`
  const {
    rule,
    what = null,
    until = null,
    reason,
  } = membersOf(entry, name, ['rule', 'what', 'until', 'reason'], fail)
  if (!isText(rule)) return fail(`${name} has no "rule". Name it as the finding does.`)
  if (!isText(reason))
    return fail(
      `${name} (${rule}) has no "reason". Write why this may stay: without a reason nothing is ignored.`,
    )
  if (what !== null && !isText(what)) return fail(`${name} (${rule}): "what" is no text.`)
  if (until !== null && !isDay(until)) return fail(`${name} (${rule}): "until" is no day, as "2027-01-31".`)
  return { rule, what, until, reason }
}

function membersOf(value: unknown, name: string, known: string[], fail: Fail): Record<string, unknown> {
  const list = known.filter((one) => !one.startsWith('$')).join(', ')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail(`${name} is no object of ${list}.`)
  const unknown = Object.keys(value).filter((member) => !known.includes(member))
  if (unknown.length > 0) return fail(`${name} has "${unknown.join('", "')}", and may have ${list}.`)
  return value as Record<string, unknown>
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every(isText)
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))

function readText(file: string, isNeeded: boolean): string | null {
  try {
    const bytes = readFileSync(file)
    if (bytes.length > maxBytes) throw new UsageError(`${file} has more than 1 MiB.`)
    return bytes.toString('utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    if (!isNeeded && (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}.`)
  }
}

/** Those that still ignore, and sentences about those that do no longer. */
export function activeIgnores(
  { ignore }: Configuration,
  now: Date,
): { active: readonly Ignored[]; ended: string[] } {
  const today = now.toISOString().slice(0, 10)
  const isActive = ({ until }: Ignored): boolean => until === null || today <= until
  return {
    active: ignore.filter(isActive),
    ended: ignore
      .filter((entry) => !isActive(entry))
      .map(({ rule, until, reason }) => `no longer ignored since ${until}: ${rule} (${reason})`),
  }
}

export const isIgnored = ({ rule, what }: ReportedFinding, ignores: readonly Ignored[]): boolean =>
  ignores.some((one) => one.rule === rule && (one.what === null || one.what === what))
