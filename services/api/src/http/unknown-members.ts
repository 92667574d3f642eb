import { asAlternatives, similarNames } from '@pas/runtime/did-you-mean'
import { ZodError, type z } from 'zod'

/** A body's known members. Value: the known members of the objects in a list; null for anything else. */
export interface MemberNames {
  readonly [name: string]: MemberNames | null
}

/** For a schema without lists of objects. */
export const namesOf = (members: object): MemberNames =>
  Object.fromEntries(Object.keys(members).map((name) => [name, null]))

const maxWarnings = 20
/** Characters. */
const maxNameLength = 40

export const withWarnings = (warnings: string[]): { warnings?: string[] } =>
  warnings.length > 0 ? { warnings } : {}

/** Warnings for the answer, 20 at most. `sent` is the parsed JSON body. */
export const unknownMembers = (sent: unknown, names: MemberNames): string[] =>
  firstUnknown(sent, names).map(({ path, message }) => `${path.join('.')}: ${message}`)

/** Throws a `ZodError` that also names unknown members, 20 at most: often a required member was misspelt. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
  names: MemberNames,
): z.output<Schema> {
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  const unknown = firstUnknown(sent, names).map(({ path, message }) => ({
    code: 'unrecognized_keys' as const,
    keys: path.slice(-1),
    path,
    message,
    input: {},
  }))
  throw new ZodError([...parsed.error.issues, ...unknown])
}

interface UnknownMember {
  path: string[]
  message: string
}

function firstUnknown(sent: unknown, names: MemberNames): UnknownMember[] {
  const found: UnknownMember[] = []
  for (const member of findUnknown(sent, names, [])) {
    if (found.push(member) === maxWarnings) break
  }
  return found
}

function* findUnknown(sent: unknown, names: MemberNames, path: string[]): Generator<UnknownMember> {
  if (typeof sent !== 'object' || sent === null) return
  for (const [name, value] of Object.entries(sent)) {
    if (Array.isArray(sent)) yield* findUnknown(value, names, [...path, name])
    else if (!Object.hasOwn(names, name))
      yield { path: [...path, name.slice(0, maxNameLength)], message: notKnown(name, names) }
    else if (names[name]) yield* findUnknown(value, names[name], [...path, name])
  }
}

function notKnown(name: string, names: MemberNames): string {
  const similar = similarNames(name, Object.keys(names))
  return similar.length === 0 ? 'not known' : `not known; did you mean ${asAlternatives(similar)}?`
}
