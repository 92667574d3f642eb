import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pageAssetFolder } from '@pas/pages/page-assets'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { OpenapiDocument } from './openapi-document'
import { OperationView, type PlacedOperation, type ShownHeader, type ShownOperation } from './operation-view'
import { Line, Prose } from './prose'
import { schemaAnchor, SchemaFacts, SchemaView, type ShownSchema } from './schema-view'

interface ShownDocument {
  info: { title: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, ShownOperation & { servers?: { url: string }[] }>>
  webhooks: Record<string, Record<string, ShownOperation>>
  components: {
    headers: Record<string, ShownHeader>
    schemas: Record<string, ShownSchema>
    securitySchemes: Record<string, { description: string }>
  }
}

export interface RenderedPage {
  html: string
  contentSecurityPolicy: string
}

/** Style sheet and script are inline, allowed by their hashes. */
export function renderDocumentPage(document: OpenapiDocument): RenderedPage {
  const style = [path.join(pageAssetFolder, 'tokens.css'), path.join(__dirname, 'document-page.css')]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const script = readFileSync(path.join(__dirname, 'search-and-copy.js'), 'utf8')
  // The generator's types cover every version of OpenAPI; our operations have the members that the page shows.
  const markup = renderToStaticMarkup(
    <DocumentPage document={document as unknown as ShownDocument} style={style} script={script} />,
  )
  return {
    html: `<!doctype html>${markup}`,
    contentSecurityPolicy: `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

function DocumentPage({
  document,
  style,
  script,
}: {
  document: ShownDocument
  style: string
  script: string
}): ReactNode {
  const { info, tags, components } = document
  const operations = placeOperations(document)
  const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''
  const findHeader = (ref: string): ShownHeader =>
    components.headers[nameOf(ref)] ?? { description: '', schema: {} }
  const findSchema = (ref: string): ShownSchema => components.schemas[nameOf(ref)] ?? {}
  const operationsOf = (tag: string): PlacedOperation[] =>
    operations.filter(({ operation }) => operation.tags.includes(tag))
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${info.title}: the API`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <Contents title={info.title} tags={tags} operationsOf={operationsOf} />
        <main id="content" tabIndex={-1}>
          <h1>{info.title}</h1>
          <Prose text={info.description} />
          <p>
            For tools: <a href="openapi.json">openapi.json</a>, <a href="openapi.yaml">openapi.yaml</a>.
          </p>
          <h2 id="authentication">Authentication</h2>
          <SecuritySchemes schemes={components.securitySchemes} />
          {tags.map(({ name, description }) => (
            <section key={name}>
              <h2>{name}</h2>
              <Prose text={description} />
              {operationsOf(name).map((placed) => (
                <OperationView
                  key={placed.operation.operationId}
                  placed={placed}
                  findHeader={findHeader}
                  findSchema={findSchema}
                />
              ))}
            </section>
          ))}
          <h2>Bodies</h2>
          {Object.entries(components.schemas).map(([name, shown]) => (
            <article key={name} id={schemaAnchor(name)}>
              <h3>{name}</h3>
              <SchemaFacts schema={shown} />
              <SchemaView schema={shown} />
            </article>
          ))}
        </main>
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  )
}

function placeOperations({ paths, webhooks, servers }: ShownDocument): PlacedOperation[] {
  const called = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const url = `${(operation.servers ?? servers)[0]?.url}${path}`
      return { method, url, path: decodeURI(new URL(url).pathname), operation }
    }),
  )
  const received = Object.entries(webhooks).flatMap(([type, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, url: null, path: type, operation })),
  )
  return [...called, ...received]
}

function Contents({
  title,
  tags,
  operationsOf,
}: {
  title: string
  tags: ShownDocument['tags']
  operationsOf: (tag: string) => PlacedOperation[]
}): ReactNode {
  // Some tools do not see that its folded links take the focus, so the scrolling list takes it itself.
  return (
    <nav aria-label="Contents" tabIndex={0}>
      <p className="brand">{title}</p>
      <details>
        <summary>Contents</summary>
        <form id="search-form" role="search" hidden>
          <label htmlFor="search">Search this page</label>
          <input type="search" id="search" autoComplete="off" />
          <p id="found" role="status" />
        </form>
        <ul>
          <li>
            <a href="#authentication">Authentication</a>
          </li>
        </ul>
        {tags.map(({ name }) => (
          <section key={name}>
            <h2>{name}</h2>
            <ul>
              {operationsOf(name).map(({ method, operation }) => (
                <li key={operation.operationId}>
                  <a href={`#${operation.operationId}`} data-operation={operation.operationId}>
                    <span className="method">{method.toUpperCase()}</span> {operation.summary}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </details>
    </nav>
  )
}

function SecuritySchemes({
  schemes,
}: {
  schemes: ShownDocument['components']['securitySchemes']
}): ReactNode {
  return (
    <dl className="members">
      {Object.entries(schemes).map(([name, { description }]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <p>
              <Line text={description} />
            </p>
          </dd>
        </div>
      ))}
    </dl>
  )
}
