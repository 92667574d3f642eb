import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadConfig as loadApiConfig } from '../services/api/src/config'
import { loadConfig as loadAuthConfig } from '../services/auth/src/config'
import { loadConfig as loadBoardConfig } from '../services/board/src/config'
import { loadConfig as loadImagesConfig } from '../services/images/src/config'
import { loadConfig as loadWorkerConfig } from '../services/render-worker/src/config'

const repository = path.resolve(__dirname, '..')
const lines = readFileSync(path.join(repository, '.env.example'), 'utf8').split('\n')

/** The variables that are set, in lines without `#`. */
const required = Object.fromEntries(
  lines
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [line.split('=')[0] ?? '', line.replace(/^[^=]*=/, '')]),
)
const named = new Set(lines.flatMap((line) => /^#?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? []))

describe('.env.example', () => {
  const loaders = {
    auth: loadAuthConfig,
    api: loadApiConfig,
    images: loadImagesConfig,
    board: loadBoardConfig,
    'render-worker': loadWorkerConfig,
  }

  it.each(Object.entries(loaders))('is a configuration that %s accepts', (_service, loadConfig) => {
    expect(() => loadConfig(required)).not.toThrow()
  })

  it.each(Object.entries(loaders))(
    'sets what %s requires, whose error names each variable that is missing',
    (_service, loadConfig) => {
      expect(() => loadConfig({ ...required, DATABASE_URL: '' })).toThrow(/DATABASE_URL: is required/)
      expect(() => loadConfig({})).toThrow(/(PORT[^]*DATABASE_URL|DATABASE_URL[^]*REDIS_URL)/)
    },
  )

  const sources = [
    'services/auth/src/config.ts',
    'services/api/src/config.ts',
    'services/board/src/config.ts',
    'services/render-worker/src/config.ts',
    'packages/mail/src/mail-config.ts',
    'packages/runtime/src/config.ts',
    'packages/runtime/src/product-config.ts',
    'packages/runtime/src/http/http-config.ts',
    'packages/runtime/src/telemetry.ts',
    'packages/storage/src/open-storage.ts',
  ]
  it.each(sources)('names every variable of %s', (file) => {
    const source = readFileSync(path.join(repository, file), 'utf8')
    const variables = [...source.matchAll(/^ +'?([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:'|: )/gm)].map(
      ([, name]) => name ?? '',
    )
    expect(variables.length).toBeGreaterThan(0)
    expect(variables.filter((name) => !named.has(name))).toEqual([])
  })
})
