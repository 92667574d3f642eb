import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StackError } from '@pas/stack/progress'
import { z } from 'zod'
import { bakeFilePath, type BakedImage } from './read-bake'

export interface BuiltImage {
  reference: string
  /** `sha256:…`, of the registry's manifest, or of the engine's image when it was not pushed. */
  digest: string
  /** Of the image in the engine; null when it was pushed. */
  bytes: number | null
}

/** Of `docker`. */
export const bakeArguments = ({ isPushed }: { isPushed: boolean }): string[] => [
  ...['buildx', 'bake', '--file', bakeFilePath],
  ...(isPushed ? ['--push', '--sbom=true', '--provenance=mode=max'] : []),
]

/** The reason why no image can be built here; null when one can. */
export function whyNoImages(env: NodeJS.ProcessEnv): string | null {
  const fails = (...args: string[]): boolean =>
    spawnSync('docker', args, { env, stdio: 'ignore' }).status !== 0
  if (fails('version')) return 'no Docker engine answers'
  return fails('buildx', 'version') ? 'docker has no buildx' : null
}

/** Builds with the variables of `env`, and pushes when told to. Throws a `StackError`. */
export function buildImages(
  images: readonly BakedImage[],
  { isPushed, clone, env }: { isPushed: boolean; clone: string; env: NodeJS.ProcessEnv },
): BuiltImage[] {
  const work = mkdtempSync(path.join(tmpdir(), 'pas-release-'))
  const metadata = path.join(work, 'metadata.json')
  const docker = (args: readonly string[], isShown = true): string => {
    const { status, stdout } = spawnSync('docker', args, {
      cwd: clone,
      env,
      encoding: 'utf8',
      stdio: ['ignore', isShown ? 'inherit' : 'pipe', 'inherit'],
    })
    if (status !== 0) throw new StackError(`'docker ${args.join(' ')}' failed`)
    return isShown ? '' : stdout.trim()
  }
  // The engine's own builder attaches no attestations.
  const builder = isPushed ? docker(['buildx', 'create', '--driver', 'docker-container'], false) : null
  try {
    const chosen = builder === null ? [] : ['--builder', builder]
    docker([...bakeArguments({ isPushed }), '--metadata-file', metadata, ...chosen])
    if (isPushed) return readDigests(images, metadata)
  } finally {
    if (builder !== null) docker(['buildx', 'rm', builder], false)
    rmSync(work, { recursive: true })
  }
  return references(images).map(({ reference }) => {
    const said = docker(['image', 'inspect', '--format', '{{.Id}} {{.Size}}', reference], false)
    const [digest = '', bytes = ''] = said.split(' ')
    return { reference, digest, bytes: Number(bytes) }
  })
}

const references = (images: readonly BakedImage[]): { name: string; reference: string }[] =>
  images.flatMap(({ name, tags }) => tags.map((reference) => ({ name, reference })))

function readDigests(images: readonly BakedImage[], metadata: string): BuiltImage[] {
  const built = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(metadata, 'utf8')))
  return references(images).map(({ name, reference }) => {
    const target = z.object({ 'containerimage.digest': z.string() }).safeParse(built[name])
    if (!target.success) throw new StackError(`docker buildx bake named no digest of ${name}`)
    return { reference, digest: target.data['containerimage.digest'], bytes: null }
  })
}
