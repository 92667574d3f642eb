import { readFileSync } from 'node:fs'
import path from 'node:path'

const repository = path.resolve(__dirname, '../..')

/** The files of the groups of variables that a service's schema includes. */
const groups: Readonly<Record<string, string>> = {
  httpVariables: 'packages/runtime/src/http/http-config.ts',
  databaseVariables: 'packages/runtime/src/config.ts',
  startVariables: 'packages/runtime/src/config.ts',
  redisVariables: 'packages/runtime/src/config.ts',
  openidVariables: 'services/auth/src/openid/openid-variables.ts',
  storageVariables: 'packages/storage/src/open-storage.ts',
  mailVariables: 'packages/mail/src/mail-config.ts',
  productVariables: 'packages/runtime/src/product-config.ts',
}

const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8')

const namesIn = (source: string): string[] =>
  [...source.matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? '')

/** The names of all variables that a service's `config.ts` reads, and of OpenTelemetry's, which every process reads. */
export function variablesOf(service: string): Set<string> {
  const source = read(`services/${service}/src/config.ts`)
  const spread = [...source.matchAll(/\.\.\.(\w+Variables)\b/g)].map(([, group = '']) => {
    const groupSource = read(groups[group] ?? `no file for ${group}`)
    const [, body = ''] = new RegExp(`const ${group} = \\{\\n(.*?)\\n\\}`, 's').exec(groupSource) ?? []
    return body
  })
  const telemetry = [...read('.env.example').matchAll(/^#?(OTEL_[A-Z_]+)=/gm)].map(([, name]) => name ?? '')
  return new Set([...namesIn(source), ...spread.flatMap(namesIn), ...telemetry])
}
