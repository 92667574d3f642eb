import { asAlternatives, similarNames } from '@pas/runtime/did-you-mean'
import { ZodError, type z } from 'zod'

/** A body's known members, by name. For a list of objects: the known members of these objects; else null. */
export interface MemberNames {
  readonly [name: string]: MemberNames | null
}

/** The names of the members of a schema, none of which is a list of objects. */
export const namesOf = (members: object): MemberNames =>
  Object.fromEntries(Object.keys(members).map((name) => [name, null]))

const maxWarnings = 20
/** Characters of an unknown name that a warning repeats. */
const maxNameLength = 40

/** The member `warnings` of an answer; none when there is nothing to warn of. */
export const withWarnings = (warnings: string[]): { warnings?: string[] } =>
  warnings.length > 0 ? { warnings } : {}

/** A warning for each unknown member, 20 at most, for the answer's `warnings`. `sent` is the parsed JSON body. */
export const unknownMembers = (sent: unknown, names: MemberNames): string[] =>
  firstUnknown(sent, names).map(({ path, message }) => `${path.join('.')}: ${message}`)

/**
 * The body as its schema reads it. Throws a `ZodError` that also names the unknown members, 20 at most: often one of
 * them is a required member that was misspelt.
 */
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
