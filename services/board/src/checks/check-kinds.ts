import { singleText } from '@pas/pages/parse-input'
import { z } from 'zod'
import type { ApiChecks, ApiFinding } from '../api/schema'

/** In the page's order. */
export const checkKinds = [
  'content',
  'links',
  'images',
  'accessibility',
  'code',
  'contrast',
  'inbox',
  'spam',
] as const
export type CheckKind = (typeof checkKinds)[number]

const kindOfCheck: Readonly<Partial<Record<string, CheckKind>>> = {
  links: 'links',
  images: 'images',
  accessibility: 'accessibility',
  code: 'code',
  effects: 'code',
  size: 'code',
  contrast: 'contrast',
  dark: 'contrast',
  inbox: 'inbox',
  headers: 'inbox',
  spam: 'spam',
}

/** `name`: a check's or a rule's. A newer API may have more checks. */
export const kindOf = (name: string): CheckKind => kindOfCheck[name.split('/', 1)[0] ?? ''] ?? 'content'

/** Members of a page's query. */
export const chosenFindings = {
  kind: z.enum(checkKinds).optional(),
  /** Code of an email client. */
  client: singleText
    .max(64)
    .transform((code) => (code === '' ? undefined : code))
    .optional(),
}

export interface ChecksQuery {
  /** Of a share link, whose pages have one path. */
  view?: 'checks'
  kind?: CheckKind | undefined
  client?: string | undefined
}

/** As the page's script filters, in browser/checks.ts. */
export const isChosen = ({ rule, clients }: ApiFinding, { kind, client }: ChecksQuery): boolean =>
  (kind === undefined || kindOf(rule) === kind) &&
  (client === undefined || clients === null || clients.includes(client))

export const findingsOf = (checks: ApiChecks): ApiFinding[] =>
  checks.checks.flatMap(({ findings }) => findings)

/** Whether the page on which an email is changed can make the edits, which are of its HTML. */
export const isMendable = ({ fix }: ApiFinding): boolean =>
  fix !== null && fix.edits.length > 0 && fix.edits.every(({ where }) => where.part === 'html')
