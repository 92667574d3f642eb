import { STATUS_CODES } from 'node:http'
import type { ReactNode } from 'react'
import { Line, Prose } from './prose'
import { SchemaFacts, SchemaType, SchemaView, type ShownSchema } from './schema-view'

export interface ShownOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; schema: ShownSchema }[]
  requestBody?: { content: Record<string, { schema: ShownSchema }> }
  responses: Record<
    string,
    {
      description: string
      headers?: Record<string, { $ref: string }>
      content?: Record<string, { schema: ShownSchema; example?: unknown }>
    }
  >
}

export interface ShownHeader {
  description: string
  schema: ShownSchema
}

export interface PlacedOperation {
  method: string
  /** Absolute; null for a message to the reader's server. */
  url: string | null
  /** The URL's path, or the message's type. */
  path: string
  operation: ShownOperation
}

export function OperationView({
  placed,
  findHeader,
  findSchema,
}: {
  placed: PlacedOperation
  findHeader: (ref: string) => ShownHeader
  findSchema: (ref: string) => ShownSchema
}): ReactNode {
  const { method, url, path, operation } = placed
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const bodySchema = body?.schema.$ref ? findSchema(body.schema.$ref) : body?.schema
  return (
    <article id={operation.operationId} aria-labelledby={`${operation.operationId}-title`}>
      <h3 id={`${operation.operationId}-title`}>{operation.summary}</h3>
      <p className="address">
        <span className="method">{method.toUpperCase()}</span> <code>{allowBreaks(path)}</code>
      </p>
      <Prose text={operation.description} />
      {url !== null && (
        <Example
          label="With curl"
          text={curlLine({
            method,
            url,
            security: operation.security,
            example: bodySchema?.examples?.[0],
            isStream: 'text/event-stream' in (operation.responses['200']?.content ?? {}),
          })}
        />
      )}
      {operation.parameters && <Parameters parameters={operation.parameters} />}
      {bodySchema && (
        <>
          <h4>Body, as JSON</h4>
          <Prose text={bodySchema.description} />
          <SchemaView schema={bodySchema} />
        </>
      )}
      <h4>Answers</h4>
      {Object.entries(operation.responses).map(([status, response]) => (
        <Answer
          key={status}
          status={status}
          response={response}
          operationId={operation.operationId}
          findHeader={findHeader}
        />
      ))}
    </article>
  )
}

function Parameters({ parameters }: { parameters: NonNullable<ShownOperation['parameters']> }): ReactNode {
  return (
    <>
      <h4>Parameters</h4>
      <dl className="members">
        {parameters.map((parameter) => (
          <div key={parameter.name}>
            <dt>
              <code>{parameter.name}</code> <SchemaType schema={parameter.schema} />{' '}
              <span className="type">in the {parameter.in}</span>{' '}
              {parameter.required && <span className="required">required</span>}
            </dt>
            <dd>
              <SchemaFacts schema={parameter.schema} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Answer({
  status,
  response,
  operationId,
  findHeader,
}: {
  status: string
  response: ShownOperation['responses'][string]
  operationId: string
  findHeader: (ref: string) => ShownHeader
}): ReactNode {
  const contents = Object.entries(response.content ?? {})
  return (
    <details>
      <summary>
        <strong className={Number(status) < 400 ? 'good' : 'bad'}>{status}</strong> {STATUS_CODES[status]}
      </summary>
      <Prose text={response.description} />
      {contents.map(
        ([mediaType, { example }]) =>
          example !== undefined && (
            <Example
              key={mediaType}
              label={`For example, ${status} of ${operationId}`}
              text={typeof example === 'string' ? example : JSON.stringify(example, null, 2)}
            />
          ),
      )}
      <dl className="members">
        {contents.map(([mediaType, content]) => (
          <div key={mediaType}>
            <dt>
              body <SchemaType schema={content.schema} /> <span className="type">as {mediaType}</span>
            </dt>
            <dd>
              <SchemaView schema={content.schema} />
            </dd>
          </div>
        ))}
        {Object.entries(response.headers ?? {}).map(([name, { $ref }]) => (
          <div key={name}>
            <dt>
              <code>{name}</code> <SchemaType schema={findHeader($ref).schema} />
            </dt>
            <dd>
              <p>
                <Line text={findHeader($ref).description} />
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Example({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <div className="example">
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <button type="button" className="copy" data-copy="Copy" data-copied="Copied" aria-live="polite" hidden>
        Copy
      </button>
    </div>
  )
}

function allowBreaks(path: string): ReactNode {
  return path.split('/').map((part, index) => (
    <span key={index}>
      {index > 0 && '/'}
      <wbr />
      {part}
    </span>
  ))
}

function curlLine({
  method,
  url,
  security,
  example,
  isStream,
}: {
  method: string
  url: string
  security: Record<string, string[]>[]
  example: unknown
  isStream: boolean
}): string {
  return [
    isStream ? 'curl -iN' : 'curl -i',
    ...(method === 'get' ? [] : [`-X ${method.toUpperCase()}`]),
    ...credentialOptions(security),
    ...(example === undefined
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(example).replaceAll("'", String.raw`'\''`)}'`,
        ]),
    `'${url}'`,
  ].join(' \\\n  ')
}

function credentialOptions(security: Record<string, string[]>[]): string[] {
  const schemes = security.flatMap((scheme) => Object.keys(scheme))
  // `{}` says that no credential is needed (OpenAPI 3.1, Operation Object).
  if (security.some((scheme) => Object.keys(scheme).length === 0)) return []
  if (schemes.includes('apiKey')) return ['-u "$API_KEY:"']
  return schemes.includes('accessToken') ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []
}
