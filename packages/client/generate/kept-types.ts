import { readFileSync } from 'node:fs'
import path from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'

export const keptTypesPath = path.resolve(__dirname, '../src/openapi.generated.ts')

const documentPath = path.resolve(__dirname, '../../../docs/openapi.yaml')

/** Of the bodies alone: with paths and statuses it would be ten times as long. */
export async function renderTypes(): Promise<string> {
  const { openapi, info, components } = parse(readFileSync(documentPath, 'utf8'), { maxAliasCount: -1 }) as {
    openapi: string
    info: object
    components: { schemas: object }
  }
  const bodies = { openapi, info, paths: {}, components: { schemas: components.schemas } }
  const types = astToString(await openapiTS(JSON.stringify(bodies)))
  return `// Generated from docs/openapi.yaml by \`npm run generate:client\`.\n${types}`
}
