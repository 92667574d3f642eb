import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StackError } from '@pas/stack/progress'
import { audit } from '../audit/audit'
import { listProductionPackages } from '../licences/production-packages'
import { renderBillOfMaterials } from '../sbom/bill-of-materials'
import { packClient } from '../client/pack-client'
import { digestsOf, listArtefacts, renderChecksums, renderTable } from './artefacts'
import { bakeArguments, buildImages, whyNoImages, type BuiltImage } from './images'
import { judgeRelease } from './judge-release'
import { product, releaseFolder, renderNotes, publishArguments } from './publish'
import { listPublishedPackages, packPackage } from './published-packages'
import { readBake, type BakedImage } from './read-bake'
import { readReleaseState } from './read-state'

interface Release {
  clone: string
  /** Pushes nothing, and tells what a release would refuse instead of refusing. */
  isDry: boolean
  /** `PAS_REGISTRY`: what the images' names begin with. */
  env: NodeJS.ProcessEnv
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const heading = (text: string): void => say(`\n== ${text}`)

/** `npm run release`: checks, builds and pushes the images, and writes dist-release. Throws a `StackError`. */
export async function runRelease({ clone, isDry, env }: Release): Promise<void> {
  const state = await readReleaseState(clone)
  const { version, commit } = state
  heading(`${product} ${version}, commit ${commit}${isDry ? ', a dry run: nothing is pushed' : ''}`)
  const refusals = [...judgeRelease(state), ...audit().problems, ...judgeRegistry(env.PAS_REGISTRY)]
  if (refusals.length === 0) say('version, tag, CHANGELOG.md and tree agree; no advisory is open')
  else if (!isDry) throw new StackError(`This is no release:\n${listed(refusals)}`)
  else say(`a release would be refused for ${refusals.length} reasons, which are at the end`)

  const folder = path.join(clone, releaseFolder)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  heading('bill of materials')
  const bill = renderBillOfMaterials(listProductionPackages(clone), clone)
  writeFileSync(path.join(folder, `${product}-${version}.cdx.json`), bill)
  say('the npm packages of the images, in CycloneDX; each pushed image has its own, with its Debian packages')

  heading('packages for partners')
  const packages = listPublishedPackages(clone)
  for (const one of packages) packPackage(one, folder, clone)
  const packed = await packClient({ clone, version, target: folder })
  say([packed, ...packages.map(({ name }) => name)].join(', '))

  heading('images')
  const variables = { PAS_REGISTRY: env.PAS_REGISTRY ?? '', PAS_TAG: version }
  const planned = readBake(variables)
  const images = makeImages(planned, { clone, isDry, env: { ...env, ...variables } })
  const pushed = isDry ? [] : (images ?? [])
  if (pushed.length > 0) writeFileSync(path.join(folder, 'images.sha256'), renderChecksums(digestsOf(pushed)))

  writeFileSync(path.join(folder, 'SHA256SUMS'), renderChecksums(listArtefacts(folder)))
  const attested = listArtefacts(folder).filter(({ name }) => name !== 'SHA256SUMS')
  writeFileSync(
    path.join(folder, 'release-notes.md'),
    renderNotes(state, pushed, env.GITHUB_REPOSITORY ?? 'OWNER/NAME'),
  )
  tellFiles(folder)
  tellProvenance([...attested, ...digestsOf(pushed)], planned, { commit, isDry })
  heading(isDry ? 'the release that --publish would make' : 'next, once it is attested')
  say(`gh ${publishArguments(folder, version).join(' ')}`)
  if (refusals.length > 0) {
    heading('a release would be refused')
    say(listed(refusals))
  }
}

const listed = (lines: readonly string[]): string => lines.map((line) => `  - ${line}`).join('\n')

const judgeRegistry = (registry = ''): string[] =>
  /^[a-z\d.:/_-]+\/$/.test(registry)
    ? []
    : [
        `PAS_REGISTRY is '${registry}'. Set it to what the images' names begin with, in small letters and with a slash at its end: ghcr.io/owner/name/`,
      ]

/** Null in a dry run without an engine. */
function makeImages(planned: readonly BakedImage[], { clone, isDry, env }: Release): BuiltImage[] | null {
  const why = whyNoImages(env)
  if (why !== null && !isDry) throw new StackError(`The images cannot be built: ${why}.`)
  if (why === null) {
    const built = buildImages(planned, { isPushed: !isDry, clone, env })
    const rows = built.map(({ reference, bytes, digest }) => [reference, String(bytes ?? ''), digest])
    say(renderTable([['image', 'bytes', 'sha256'], ...rows]))
    return built
  }
  say(`not built: ${why}. A release runs, from the clone's root:\n`)
  const variables = `PAS_REGISTRY=${env.PAS_REGISTRY ?? ''} PAS_TAG=${env.PAS_TAG ?? ''}`
  say(`  ${variables} \\\n    docker ${bakeArguments({ isPushed: true }).join(' ')}\n`)
  const rows = planned.flatMap(({ name, target, args, tags }) =>
    tags.map((tag) => [
      tag,
      name,
      target,
      Object.entries(args ?? {})
        .map((one) => one.join('='))
        .join(' '),
    ]),
  )
  say(renderTable([['image (not built)', 'bake target', 'stage', 'arguments'], ...rows]))
  return null
}

function tellFiles(folder: string): void {
  heading(releaseFolder)
  const rows = listArtefacts(folder).map(({ name, bytes, sha256 }) => [name, String(bytes), sha256])
  say(renderTable([['name', 'bytes', 'sha256'], ...rows]))
}

function tellProvenance(
  subjects: readonly { name: string; sha256: string }[],
  planned: readonly BakedImage[],
  { commit, isDry }: { commit: string; isDry: boolean },
): void {
  heading(`provenance (https://slsa.dev/provenance/v1) of commit ${commit}`)
  say('attested by actions/attest in .github/workflows/release.yml, from SHA256SUMS and images.sha256:')
  say(renderTable([['subject', 'sha256'], ...subjects.map(({ name, sha256 }) => [name, sha256])]))
  if (isDry)
    say(
      `and ${planned.flatMap(({ tags }) => tags).length} images, by the digests that the registry gives them`,
    )
  say('buildx attaches to each pushed image its own provenance (mode=max) and bill of materials')
}
