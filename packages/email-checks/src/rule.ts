import type { CheckedEmail } from './checked-email'
import type { Span } from './span'

/** What a check looks at, in the order of the answer. */
export const checkNames = [
  'code',
  'size',
  'images',
  'accessibility',
  'contrast',
  'dark',
  'links',
  'subject',
  'headers',
  'template',
  'inbox',
  'spam',
] as const
export type CheckName = (typeof checkNames)[number]

/**
 * `error`: some reader does not get what was meant. `warning`: some readers get it worse. `note`: something to know; a
 * rule that is wrong in more than one of a hundred emails has no more than this.
 */
export const severities = ['error', 'warning', 'note'] as const
export type Severity = (typeof severities)[number]

/** Where a rule comes from. `url` is null if it has no public address. */
export interface RuleSource {
  title: string
  url: string | null
}

/** What mends a fault without inventing a meaning. The edits are made together and do not overlap. */
export interface SpanFix {
  /** One sentence: what is done. */
  description: string
  edits: readonly (Span & { text: string })[]
}

/** One place where an email breaks a rule. */
export interface Fault {
  /** What it is about: a tag, an address, the words. Places with an equal `what` and `description` are one finding. */
  what: string
  /** Null for a fault of no single place. */
  span: Span | null
  /** What is wrong here, in one sentence. */
  description: string
  /** How many places it stands for. Default: 1. */
  count?: number
  /** Default: the rule's. */
  severity?: Severity
  /** Default: the rule's first. */
  source?: RuleSource
  /** Facts that a program can use, such as the number of bytes. */
  detail?: Readonly<Record<string, string | number>>
  /** The codes of the email clients in which it is a fault. Default: any. */
  clients?: readonly string[]
  fix?: SpanFix
}

/** One rule: what is a fault, and who says so. Pure. */
export interface Rule {
  /** The check, and what is wrong: `links/empty`. It stays the same. */
  name: `${CheckName}/${string}`
  /** The most severe of its faults. */
  severity: Severity
  /** What a fault of it is, in one sentence. */
  title: string
  sources: readonly RuleSource[]
  /** The faults of an email, in the order of their places. */
  find: (email: CheckedEmail) => Iterable<Fault>
}
