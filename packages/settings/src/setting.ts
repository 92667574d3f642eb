import { z } from 'zod'

/** `npm start` starts them in this order. */
export const serviceNames = ['auth', 'api', 'images', 'board', 'render-worker'] as const
export type Service = (typeof serviceNames)[number]
/** `pas` is the operator's command. */
export type Program = Service | 'pas' | 'npm start' | 'all-in-one image'

export interface Setting {
  readonly schema: z.ZodType
  readonly about: string
  /** Stands in `.env.example`; needed where the schema has no default. */
  readonly example?: string
  /** `.env.example` has to set it although the schema does not need it. */
  readonly isExampleSet?: true
  readonly isSecret?: true
}

export type Settings = Readonly<Record<string, Setting & { readonly readBy: readonly Program[] }>>

export const settings = <const ReadBy extends readonly Program[], const Group extends Record<string, Setting>>(readBy: ReadBy, group: Group) =>
  Object.fromEntries(Object.entries(group).map(([name, setting]) => [name, { ...setting, readBy }])) as {
    [Name in keyof Group]: Group[Name] & { readonly readBy: ReadBy }
  }

export type ValuesOf<Group extends Settings> = z.output<z.ZodObject<{ [Name in keyof Group]: Group[Name]['schema'] }>>

type SchemasFor<Reader extends Program, Group extends Settings> = {
  [Name in keyof Group as Reader extends Group[Name]['readBy'][number] ? Name : never]: Group[Name]['schema']
}

/**
 * The variables of `group` that a program reads. `further`: schemas of another package, which parse what the variable's
 * own schema returned.
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
