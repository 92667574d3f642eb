import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { version } from '@pas/runtime/version'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { digestsOf, listArtefacts, renderChecksums } from '../src/release/artefacts'
import { findChangelogSection } from '../src/release/changelog'
import { buildImages, whyNoImages } from '../src/release/images'
import { judgeRelease, type ReleaseState } from '../src/release/judge-release'
import { publishArguments, renderNotes } from '../src/release/publish'
import { listPublishedPackages } from '../src/release/published-packages'
import { readBake } from '../src/release/read-bake'

const repository = path.resolve(__dirname, '../../..')
const ready: ReleaseState = {
  version: '1.2.3',
  section: { date: '2026-12-01', notes: 'New.' },
  tags: ['v1.2.3'],
  changedFiles: [],
  packages: [{ name: 'some-client', version: '1.2.3' }],
  migrations: [
    { name: 'one', replaces: {} },
    { name: 'two', replaces: null },
  ],
}

describe('npm run release', () => {
  let folder: TestFolder
  beforeEach(async () => {
    folder = await createTestFolder()
  })
  afterEach(() => folder.close())

  describe('refuses', () => {
    it('nothing when version, tag, changelog, packages and tree agree', () => {
      expect(judgeRelease(ready)).toEqual([])
    })

    it.each<{ what: string; state: Partial<ReleaseState>; told: string }>([
      {
        what: 'a tree with changes',
        state: { changedFiles: ['a', 'b', 'c', 'd'] },
        told: 'a, b, c and 1 more',
      },
      { what: 'no section', state: { section: null }, told: "no section '## [1.2.3] - …'" },
      { what: 'no date', state: { section: { date: null, notes: 'New.' } }, told: 'has no date' },
      { what: 'no notes', state: { section: { date: '2026-12-01', notes: '' } }, told: 'is empty' },
      { what: 'no tag', state: { tags: [] }, told: 'git tag --sign v1.2.3' },
      { what: 'the tag of another version', state: { tags: ['v1.2.3', 'v1.2.4'] }, told: 'v1.2.4, but' },
      {
        what: 'a package of another version',
        state: { packages: [{ name: 'some-client', version: '0.0.0' }] },
        told: 'some-client has the version 0.0.0',
      },
      {
        what: 'the first release with several migrations',
        state: {
          migrations: [
            { name: 'one', replaces: null },
            { name: 'two', replaces: null },
          ],
        },
        told: '--squash-migrations',
      },
    ])('$what', ({ state, told }) => {
      expect(judgeRelease({ ...ready, ...state })).toEqual([expect.stringContaining(told)])
    })
  })

  it('finds the section of the version, and its date', () => {
    const text =
      '# Changelog\n\n## [1.1.0] - 2026-12-24\n\nNew.\n\n### Added\n\n- More.\n\n## [1.0.0] - Unreleased\n\nFirst.\n'
    expect(findChangelogSection(text, '1.1.0')).toEqual({
      date: '2026-12-24',
      notes: 'New.\n\n### Added\n\n- More.',
    })
    expect(findChangelogSection(text, '1.0.0')).toEqual({ date: null, notes: 'First.' })
    expect(findChangelogSection(text, '1.0')).toBeNull()
    const own = findChangelogSection(readFileSync(path.join(repository, 'CHANGELOG.md'), 'utf8'), version)
    expect(own?.notes).toContain('### Added')
  })

  it('writes notes whose links lead into the tree of the tag', () => {
    const section = { date: null, notes: '[Checks](docs/checks.md), [x](https://example.com/)' }
    const notes = renderNotes({ ...ready, section }, [], 'owner/name')
    expect(notes).toContain('[Checks](https://github.com/owner/name/blob/v1.2.3/docs/checks.md)')
    expect(notes).toContain('[x](https://example.com/)')
  })

  it('packs the packages that are not private', () => {
    const add = (name: string, manifest: object): void => {
      mkdirSync(path.join(folder.path, 'packages', name), { recursive: true })
      writeFileSync(path.join(folder.path, 'packages', name, 'package.json'), JSON.stringify(manifest))
    }
    add('inner', { name: '@pas/inner', version: '0.0.0', private: true })
    add('open', { name: 'open', version: '1.2.3' })
    expect(listPublishedPackages(folder.path)).toEqual([
      { name: 'open', version: '1.2.3', folder: path.join(folder.path, 'packages/open') },
    ])
  })

  it('writes checksums that sha256sum checks, of all that gh publishes but its notes', () => {
    writeFileSync(path.join(folder.path, 'a.json'), '{}')
    writeFileSync(path.join(folder.path, 'SHA256SUMS'), renderChecksums(listArtefacts(folder.path)))
    writeFileSync(path.join(folder.path, 'release-notes.md'), 'New.')
    const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], {
      cwd: folder.path,
      encoding: 'utf8',
    })
    expect(checked).toBe('a.json: OK\n')
    expect(publishArguments(folder.path, '1.2.3').slice(-4)).toEqual([
      '--notes-file',
      'dist-release/release-notes.md',
      'dist-release/SHA256SUMS',
      'dist-release/a.json',
    ])
  })

  describe('images', () => {
    const images = readBake({ PAS_REGISTRY: 'registry.example/', PAS_TAG: '1.2.3' })
    /** Notes its arguments, and names a digest of each target but `without`. */
    const stubDocker = (without = ''): NodeJS.ProcessEnv => {
      const digests = Object.fromEntries(
        images
          .filter(({ name }) => name !== without)
          .map(({ name }, index) => [
            name,
            { 'containerimage.digest': `sha256:${String(index).repeat(64).slice(0, 64)}` },
          ]),
      )
      const script = `#!/bin/sh
echo "$*" >>"${folder.path}/calls"
case "$*" in
'buildx create'*) echo some-builder ;;
'image inspect'*) echo sha256:${'a'.repeat(64)} 1234 ;;
*metadata-file*)
  while [ "$1" != --metadata-file ]; do shift; done
  echo '${JSON.stringify(digests)}' >"$2" ;;
esac
`
      writeFileSync(path.join(folder.path, 'docker'), script, { mode: 0o755 })
      return { PATH: `${folder.path}:/usr/bin:/bin` }
    }
    const calls = (): string[] => readFileSync(path.join(folder.path, 'calls'), 'utf8').trim().split('\n')

    it('are pushed by a builder of its own, with provenance and bill of materials, and told by digest', () => {
      const built = buildImages(images, { isPushed: true, clone: repository, env: stubDocker() })
      const [made, bake, removed] = calls()
      expect(made).toBe('buildx create --driver docker-container')
      expect(bake).toMatch(/--push --sbom=true --provenance=mode=max .* --builder some-builder$/)
      expect(removed).toBe('buildx rm some-builder')
      expect(renderChecksums(digestsOf(built))).toContain(
        `${'1'.repeat(64)}  registry.example/pas/api:1.2.3\n`,
      )
    })

    it('are an error when one has no digest', () => {
      const env = stubDocker('api')
      expect(() => buildImages(images, { isPushed: true, clone: repository, env })).toThrow(
        'no digest of api',
      )
    })

    it('are built and never pushed by a dry run', () => {
      const env = stubDocker()
      expect(whyNoImages(env)).toBeNull()
      const built = buildImages(images, { isPushed: false, clone: repository, env })
      expect(built).toContainEqual({
        reference: 'registry.example/pas/api:1.2.3',
        digest: `sha256:${'a'.repeat(64)}`,
        bytes: 1234,
      })
      expect(calls().join('\n')).not.toContain('push')
    })

    it('are not built without an engine', () => {
      writeFileSync(path.join(folder.path, 'docker'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      expect(whyNoImages({ PATH: `${folder.path}:/usr/bin:/bin` })).toBe('no Docker engine answers')
    })
  })
})
