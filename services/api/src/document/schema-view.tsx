import type { ReactNode } from 'react'
import { Line } from './prose'

export interface ShownSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
  description?: string
  maxLength?: number
  maxItems?: number
  properties?: Record<string, ShownSchema>
  required?: string[]
  items?: ShownSchema
  additionalProperties?: ShownSchema | boolean
}

export const schemaAnchor = (name: string): string => `schema-${name}`

/** The members of a value; none for other types. */
export function SchemaView({ schema }: { schema: ShownSchema }): ReactNode {
  const properties = Object.entries(membersOf(schema))
  if (properties.length === 0) return null
  return (
    <dl className="members">
      {properties.map(([name, member]) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <SchemaType schema={member} />{' '}
            {requiredOf(schema).includes(name) && <span className="required">required</span>}
          </dt>
          <dd>
            <SchemaFacts schema={member} />
            <SchemaView schema={member} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function SchemaFacts({ schema }: { schema: ShownSchema }): ReactNode {
  const options = schema.enum ?? schema.items?.enum
  const example = schema.examples?.[0]
  const facts = [
    options && `One of ${options.map(asCode).join(', ')}.`,
    schema.const !== undefined && `Always ${asCode(schema.const)}.`,
    schema.maxLength !== undefined && `At most ${schema.maxLength} characters.`,
    schema.maxItems !== undefined && `At most ${schema.maxItems} of them.`,
    isShort(example) && `For example ${asCode(example)}.`,
  ]
  const text = [schema.description, ...facts].filter(Boolean).join(' ')
  return text === '' ? null : (
    <p>
      <Line text={text} />
    </p>
  )
}

/** "string", "integer", "array of …", or a link to the schema. */
export function SchemaType({ schema }: { schema: ShownSchema }): ReactNode {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return <a href={`#${schemaAnchor(name)}`}>{name}</a>
  }
  const values = schema.additionalProperties
  return (
    <span className="type">
      {[schema.type ?? 'string'].flat().join(' or ')}
      {schema.format && ` (${schema.format})`}
      {schema.items && (
        <>
          {' of '}
          <SchemaType schema={schema.items} />
        </>
      )}
      {typeof values === 'object' && (
        <>
          {' of '}
          <SchemaType schema={values} />
        </>
      )}
    </span>
  )
}

const membersOf = (schema: ShownSchema): Record<string, ShownSchema> =>
  schema.properties ?? schema.items?.properties ?? {}

const requiredOf = (schema: ShownSchema): string[] => schema.required ?? schema.items?.required ?? []

const asCode = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

const isShort = (example: unknown): boolean => typeof example === 'string' || typeof example === 'number'
