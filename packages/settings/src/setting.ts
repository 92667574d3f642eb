import { z } from 'zod'

/** The services, in the order in which `npm start` starts them. */
export const serviceNames = ['auth', 'api', 'images', 'board', 'render-worker'] as const
export type Service = (typeof serviceNames)[number]
/** A program that reads variables; `pas` is the operator's command. */
export type Program = Service | 'pas' | 'npm start'

export interface Setting {
  /** Reads the variable's text, and has its default. */
  readonly schema: z.ZodType
  /** What it says, for operators. */
  readonly about: string
  /** Its value in `.env.example`; needed where the schema has no default. */
  readonly example?: string
  /** Whether `.env.example` has to set it although the schema does not need it. */
  readonly isExampleSet?: true
  readonly isSecret?: true
}

/** Settings by the name of their variable, each with the programs that read it. */
export type Settings = Readonly<Record<string, Setting & { readonly readBy: readonly Program[] }>>

export const settings = <const ReadBy extends readonly Program[], const Group extends Record<string, Setting>>(readBy: ReadBy, group: Group) =>
  Object.fromEntries(Object.entries(group).map(([name, setting]) => [name, { ...setting, readBy }])) as {
    [Name in keyof Group]: Group[Name] & { readonly readBy: ReadBy }
  }

/** The values of all variables of a group, after their schemas. */
export type ValuesOf<Group extends Settings> = z.output<z.ZodObject<{ [Name in keyof Group]: Group[Name]['schema'] }>>

type SchemasFor<Reader extends Program, Group extends Settings> = {
  [Name in keyof Group as Reader extends Group[Name]['readBy'][number] ? Name : never]: Group[Name]['schema']
}

/**
 * The schema of those of these variables that a program reads. `further` has schemas of other packages, for variables
 * whose text only they can read: each gets what the variable's own schema made of it.
 */
export function variablesOf<Reader extends Program, Group extends Settings, Further extends Record<string, z.ZodType> = Record<never, never>>(
  program: Reader,
  group: Group,
  further?: Further,
): z.ZodObject<Omit<SchemasFor<Reader, Group>, keyof Further> & Further> {
  const schemas = Object.entries(group).flatMap(([name, { readBy, schema }]) => {
    if (!readBy.includes(program)) return []
    const next = further?.[name]
    return [[name, next ? schema.pipe(next) : schema] as const]
  })
  return z.object(Object.fromEntries(schemas)) as never
}
