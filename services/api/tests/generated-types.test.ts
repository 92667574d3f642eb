import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { createTestFolder } from '@pas/testing/test-folder'
import { createOpenapiDocument } from '../src/document/openapi-document'
import { apiUrl, authUrl } from './start-api'

const run = promisify(execFile)
const compiler = path.resolve(__dirname, '../../../node_modules/.bin/tsc')

interface RawOperation {
  parameters?: { in: string; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> }
}

/**
 * A TypeScript file that sends the document's example to each operation that takes a body, and no query to the others.
 */
function requestsAsTypeScript(document: ReturnType<typeof createOpenapiDocument>): string {
  const lines = [`import type { paths } from './api'`]
  for (const [address, item] of Object.entries(document.paths ?? {})) {
    for (const [method, { requestBody, parameters = [] }] of Object.entries(
      item as Record<string, RawOperation>,
    )) {
      const operation = `paths['${address}']['${method}']`
      const { $ref = '' } = requestBody?.content['application/json']?.schema ?? {}
      const schema = document.components?.schemas?.[$ref.split('/').at(-1) ?? ''] as
        { examples?: unknown[] } | undefined
      if (requestBody)
        lines.push(
          `export const body${lines.length}: ${operation}['requestBody']['content']['application/json'] = ${JSON.stringify(schema?.examples?.[0])}`,
        )
      const query = parameters.filter((parameter) => parameter.in === 'query')
      if (query.length > 0 && !query.some(({ required }) => required))
        lines.push(`export const query${lines.length}: NonNullable<${operation}['parameters']['query']> = {}`)
    }
  }
  return lines.join('\n')
}

describe('TypeScript that openapi-typescript generates', () => {
  it('accepts each documented request', async () => {
    const folder = await createTestFolder()
    try {
      const document = createOpenapiDocument({ apiUrl, authUrl, instantUrl: `${apiUrl}/v1` })
      const at = (name: string): string => path.join(folder.path, name)
      await writeFile(at('api.json'), JSON.stringify(document))
      await writeFile(at('requests.ts'), requestsAsTypeScript(document))
      const generator = path.resolve(require.resolve('openapi-typescript'), '../../bin/cli.js')
      await run(process.execPath, [generator, at('api.json'), '--output', at('api.ts')])
      const compiled = run(compiler, [
        ...['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'],
        at('requests.ts'),
      ]).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      )
      expect(await compiled).toBe('')
    } finally {
      await folder.close()
    }
  })
})
