import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'yaml'

export const repository = path.resolve(__dirname, '../..')

/** What of a service of docker-compose.yml the tests look at, as the compose specification names it. */
export interface ComposeService {
  image: string
  build?: { context: string; dockerfile: string }
  command?: string[]
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

export interface ComposeFile {
  name: string
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
  networks: Record<
    string,
    { internal?: boolean; ipam?: { config: { subnet?: string; ip_range?: string }[] } }
  >
}

export const composeText = readFileSync(path.join(repository, 'docker-compose.yml'), 'utf8')

/**
 * The file as Compose reads it with these variables; one that has neither value nor default is the error that it stands
 * for.
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

/** What `infra/make-compose-env.sh` writes. */
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

/** The networks a service is in. */
export const networksOf = ({ networks }: ComposeService): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks)

/** Those that have a container of this product, without the one-shot ones. */
export const ownServices = ({ services }: ComposeFile): [string, ComposeService][] =>
  Object.entries(services).filter(([name, { build }]) => build !== undefined && name !== 'migrate')

/** The image's name in `planImages`. */
export const imageNameOf = ({ image }: ComposeService): string =>
  image.replace(/^pas\//, '').replace(/:.*$/, '')
