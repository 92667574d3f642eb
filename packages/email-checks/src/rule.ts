import type { BoxOfClient } from '@pas/email-clients/effects/changes-of-clients'
import type { Basis } from '@pas/email-clients/effects/effect-of-change'
import type { Place } from '@pas/email-clients/references/places-in'
import type { CheckedEmail } from './checked-email'
import type { Span } from './span'

export const checkNames = [
  'code',
  'effects',
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
/** When none are named. `effects` draws many pictures, so it is done only when it is named. */
export const usualCheckNames: readonly CheckName[] = checkNames.filter((name) => name !== 'effects')

/**
 * `error`: some readers miss what was meant. `warning`: some get it worse. `note`: good to know. A rule that is wrong
 * in over 1 % of emails is a `note`.
 */
export const severities = ['error', 'warning', 'note'] as const
export type Severity = (typeof severities)[number]

export interface RuleSource {
  title: string
  url: string | null
}

/** Never invents a meaning. The edits are made together and do not overlap. */
export interface SpanFix {
  /** One sentence. */
  description: string
  edits: readonly (Span & { text: string })[]
}

export interface Finding {
  /** A tag, an address, words. Findings with equal `what` and `description` are one finding (but see `isOneRow`). */
  what: string
  /** What stays in a later version while its places and numbers change. Default: what is written at `span`. */
  identity?: string
  span: Span | null
  /** Further places of the same. */
  otherSpans?: readonly Span[]
  /** One sentence. */
  description: string
  count?: number
  /** Default: the rule's. */
  severity?: Severity
  /** Default: the rule's first. */
  source?: RuleSource
  detail?: Readonly<Record<string, string | number>>
  /** Codes of the email clients concerned. Default: any. */
  clients?: readonly string[]
  fix?: SpanFix
  /** How it is known that an email client's change is seen. */
  basis?: Basis
  /** Where it is seen in the pictures of email clients. */
  boxes?: readonly BoxOfClient[]
  /** What email clients change that the finding's remedy mends. */
  parts?: readonly FindingPart[]
}

export interface FindingPart {
  rule: `${CheckName}/${string}`
  what: string
  where: Place | null
  clients: string[]
  basis: Basis
  /** One sentence. */
  description: string
}

export interface Rule {
  /** The check, and what is wrong: `links/empty`. It stays the same for ever. */
  name: `${CheckName}/${string}`
  severity: Severity
  /** One sentence. */
  title: string
  sources: readonly RuleSource[]
  /** Findings of equal `description` and `detail` are one, whatever they name: one cause, or one way to mend them. */
  isOneRow?: true
  find: (email: CheckedEmail) => Iterable<Finding>
}
