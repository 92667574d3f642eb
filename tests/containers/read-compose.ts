import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'yaml'
import type { ImageTarget } from './read-dockerfile'

/** The clone's root. */
export const repository = path.resolve(__dirname, '../..')

/** The fields of a service that the tests read, as the compose specification names them. */
export interface ComposeService {
  image: string
  build?: { context: string; dockerfile: string; target: string; args?: Record<string, string> }
  profiles?: string[]
  command?: string[]
  entrypoint?: string[]
  init?: boolean
  environment?: Record<string, string | number>
  volumes?: string[]
  ports?: string[]
  networks: string[] | Record<string, { ipv4_address?: string }>
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test?: string[]; disable?: boolean }
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  restart?: string
  cpus?: number
  mem_limit?: string
  pids_limit?: number
  stop_grace_period?: string
  tmpfs?: string[]
}

/** The fields of docker-compose.yml that the tests read. */
export interface ComposeFile {
  name: string
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
  networks: Record<
    string,
    { internal?: boolean; ipam?: { config: { subnet?: string; ip_range?: string }[] } }
  >
}

/** The text of docker-compose.yml. */
export const composeText = readFileSync(path.join(repository, 'docker-compose.yml'), 'utf8')

/**
 * Reads docker-compose.yml as Compose does with these variables. Throws Compose's message for a required variable
 * without a value.
 */
export function readCompose(variables: Readonly<Record<string, string>>): ComposeFile {
  const text = composeText.replace(
    /\$(?:(\$)|\{(\w+)(?::([-?])([^}]*))?\})/g,
    (_all: string, escaped: string | undefined, name: string, operator?: string, argument?: string) => {
      if (escaped) return '$'
      const given = variables[name] ?? ''
      const value = given === '' && operator === '-' ? (argument ?? '') : given
      if (value === '' && operator === '?') throw new Error(`required variable ${name}: ${argument ?? ''}`)
      return value
    },
  )
  return parse(text, { merge: true }) as ComposeFile
}

/** The variables that `infra/make-compose-env.sh` writes, with fresh secrets at each call. */
export function makeComposeVariables(): Record<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pas-test-'))
  try {
    const file = path.join(folder, 'compose.env')
    execFileSync('sh', [path.join(repository, 'infra/make-compose-env.sh'), file])
    const lines = readFileSync(file, 'utf8').split('\n')
    return Object.fromEntries(
      lines.flatMap((line) => {
        const [, name = '', value = ''] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? []
        return name === '' ? [] : [[name, value]]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The names of a service's networks. */
export const networksOf = ({ networks }: ComposeService): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks)

/** The services that run an image of this product. */
export const builtServices = ({ services }: ComposeFile): [string, ComposeService][] =>
  Object.entries(services).filter(([, { build }]) => build !== undefined)

/** The product's own processes: without `migrate`, which runs once, `backup` and `mail-in`, which are scripts, and `spamd`. */
export const ownServices = (compose: ComposeFile): [string, ComposeService][] =>
  builtServices(compose).filter(
    ([name]) => !['migrate', 'provide-board', 'backup', 'spamd', 'mail-in'].includes(name),
  )

/** What of the Dockerfile a service is built from. Throws for a service that is not built here. */
export function targetOf(service: ComposeService | undefined): ImageTarget {
  if (!service?.build) throw new Error('this service of docker-compose.yml has no build')
  const { target, args } = service.build
  return args ? { target, args } : { target }
}
