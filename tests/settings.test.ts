import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { namesReadBy, settingsByTitle } from '@pas/settings/all-settings'
import { serviceNames, type Service } from '@pas/settings/setting'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { writeEnvExample } from '../packages/settings/generate/write-settings'
import * as api from '../services/api/src/config'
import * as auth from '../services/auth/src/config'
import * as board from '../services/board/src/config'
import * as images from '../services/images/src/config'
import * as worker from '../services/render-worker/src/config'

const repository = path.resolve(__dirname, '..')
const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8')
const envExample = read('.env.example')

/** The variables that `.env.example` sets, in lines without `#`. */
const required = Object.fromEntries(
  envExample.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^([A-Z]\w*)=(.*)$/.exec(line) ?? []
    return name === '' ? [] : [[name, value]]
  }),
)
const configs: Record<Service, typeof auth | typeof api | typeof images | typeof board | typeof worker> = {
  auth,
  api,
  images,
  board,
  'render-worker': worker,
}
const secrets = Object.values(settingsByTitle).flatMap((group) =>
  Object.entries(group).flatMap(([name, { isSecret }]) => (isSecret ? [name] : [])),
)

describe('what is made of the settings', () => {
  it('is up to date (npm run generate:settings)', () => {
    expect(envExample).toBe(writeEnvExample())
  })

  it.each(serviceNames)('%s reads what its settings say, and nothing else', (service) => {
    const picked = Object.keys(configs[service].variables.shape)
    expect(picked.sort()).toEqual(
      [...namesReadBy(service)].filter((name) => !name.startsWith('OTEL_')).sort(),
    )
  })
})

describe('.env.example', () => {
  it.each(serviceNames)('is a configuration that %s accepts', (service) => {
    expect(() => configs[service].loadConfig(required)).not.toThrow()
  })

  it.each(serviceNames)(
    'sets what %s requires, whose error names each variable that is missing',
    (service) => {
      const { loadConfig } = configs[service]
      expect(() => loadConfig({ ...required, DATABASE_URL: '' })).toThrow(/DATABASE_URL: is required/)
      expect(() => loadConfig({})).toThrow(/(PORT[^]*DATABASE_URL|DATABASE_URL[^]*REDIS_URL)/)
    },
  )
})

/** The fields of a manifest, a patch and a kustomization that say which variables a process gets. */
const document = z.object({
  kind: z.string(),
  metadata: z.object({ labels: z.record(z.string(), z.string()).optional() }).optional(),
  configMapGenerator: z.array(z.object({ name: z.string(), literals: z.array(z.string()) })).default([]),
  spec: z.unknown().optional(),
})
const podSpec = z.object({
  template: z.object({
    spec: z.object({
      containers: z.array(
        z.object({
          env: z.array(z.object({ name: z.string(), value: z.string().optional() })).default([]),
          envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }).optional() })).default([]),
        }),
      ),
    }),
  }),
})

describe("the cluster's YAML, as it is written", () => {
  const documents = readdirSync(path.join(repository, 'infra/k8s'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) =>
      parseAllDocuments(read(path.join('infra/k8s', file))).map((parsed) => ({
        file,
        ...document.parse(parsed.toJS()),
      })),
    )
  const literals = documents.flatMap(({ configMapGenerator }) => configMapGenerator)
  const containers = documents.flatMap(({ file, kind, metadata, spec }) => {
    const component = metadata?.labels?.['app.kubernetes.io/component']
    // A patch has no labels: its file says to what it is applied.
    const service = serviceNames.find(
      (name) => name === (file.endsWith('workers.yaml') ? 'render-worker' : component),
    )
    if (kind !== 'Deployment' || !service) return []
    return podSpec.parse(spec).template.spec.containers.map((container) => ({ ...container, file, service }))
  })

  it('gives each service variables that it reads, and no other', () => {
    expect(new Set(containers.map(({ service }) => service)).size).toBe(serviceNames.length)
    for (const { file, service, env, envFrom } of containers) {
      const maps = envFrom.map(({ configMapRef }) => configMapRef?.name)
      const given = [
        ...env.map(({ name }) => name),
        ...literals.flatMap((map) =>
          maps.includes(map.name) ? map.literals.map((literal) => literal.replace(/=.*/s, '')) : [],
        ),
      ]
      const known = namesReadBy(service)
      expect([file, given.filter((name) => !known.has(name))]).toEqual([file, []])
    }
  })

  it('has no secret', () => {
    const written = [
      ...literals.flatMap((map) => map.literals.map((literal) => literal.replace(/=.*/s, ''))),
      ...containers.flatMap(({ env }) =>
        env.flatMap(({ name, value }) => (value === undefined ? [] : [name])),
      ),
    ]
    expect(written.filter((name) => secrets.includes(name))).toEqual([])
  })
})
