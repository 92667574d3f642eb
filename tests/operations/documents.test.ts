import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { runPas } from '../../packages/cli/src/pas/run-pas'

const repository = path.resolve(__dirname, '../..')
const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8')
const readmes = globSync('{packages,services}/*/README.md', { cwd: repository })
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'].concat(
  readmes,
  readdirSync(path.join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
)

const prettierConfig = JSON.parse(read('.prettierrc.json')) as {
  overrides: { files: string | string[]; excludeFiles?: string[]; options: { proseWrap?: string } }[]
}
const markdown = prettierConfig.overrides.find(({ options }) => options.proseWrap === 'always')
/** The documents that prettier wraps at 100 characters: those that people write, by its configuration. */
const wrapped = documents.filter(
  (file) =>
    [markdown?.files ?? []].flat().some((pattern) => path.matchesGlob(file, pattern)) &&
    !markdown?.excludeFiles?.includes(file),
)

const withoutCode = (markdown: string): string => markdown.replace(/^```.*?^```/gms, '')

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (file: string): Set<string> =>
  new Set(
    [...withoutCode(read(file)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

/** The source file that a walk names: below `folder`, the `src` of a service, or of a package, as imports name it. */
function fileOfWalk(folder: string, name: string): string {
  const path = name.replace(/^@pas\/([\w-]+)\//, 'packages/$1/src/')
  const [file] = globSync(`${path === name ? `${folder}/${name}` : path}.{ts,tsx}`, { cwd: repository })
  if (file === undefined) throw new Error(`there is no ${name} in ${folder}`)
  return file
}

/**
 * The arrows `→` of a walk. A chain ends at `;`, `:`, a full stop or `⇢`. Of several files after an arrow each is called by
 * the file before it, and the last goes on. `services/<name>/src` is where the names that follow are.
 */
function readArrows(walk: string): { from: string; to: string }[] {
  let folder = ''
  return walk.split(/[;:.](?=\s)|⇢/).flatMap((chain) => {
    const steps = chain.split('→').map((step) =>
      [...step.matchAll(/`([\w@/-]+)`/g)].flatMap(([, name = '']) => {
        if (!name.startsWith('services/')) return [fileOfWalk(folder, name)]
        folder = name
        return []
      }),
    )
    return steps.slice(1).flatMap((called, index) => {
      const from = steps[index]?.at(-1)
      if (from === undefined || called.length === 0) throw new Error(`an arrow without a file: ${chain}`)
      return called.map((to) => ({ from, to }))
    })
  })
}

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/\b(?:from |import\()'((?:@pas|\.{1,2})\/[^']+)'/g)].flatMap(
    ([, name = '']) => {
      const target = name.startsWith('@pas/')
        ? name.replace(/^@pas\/([\w-]+)\//, 'packages/$1/src/')
        : path.join(path.dirname(file), name)
      return globSync(`${target}.{ts,tsx}`, { cwd: repository })
    },
  )
}

/** Whether `from` imports `to`, or a file that imports it. */
function isImported(from: string, to: string): boolean {
  const imported = importsOf(from)
  return imported.includes(to) || imported.some((file) => importsOf(file).includes(to))
}

describe('the documents', () => {
  it.each(documents)('%s links only to files and headings that exist', (file) => {
    const links = [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false
      const [target = '', anchor] = link.split('#')
      const linked = target === '' ? file : path.join(path.dirname(file), target)
      if (!existsSync(path.join(repository, linked))) return true
      return anchor !== undefined && linked.endsWith('.md') && !anchorsOf(linked).has(anchor)
    })
    expect(broken).toEqual([])
  })

  it.each(wrapped)('%s has no line above 100 characters, in prose, tables and commands', (file) => {
    // Prettier wraps prose; this is for what it cannot wrap. A word may be longer, and so may a table of a decision or
    // of tests.
    const long = read(file)
      .split('\n')
      .filter((line) => [...line].length > 100 && /\S\s/.test([...line].slice(0, 100).join('')))
      .filter((line) => !(/^docs\/(adr\/|reliability)/.test(file) && line.startsWith('|')))
    expect(long).toEqual([])
  })

  it('compute what ten million captures a day need from the figures of one machine', () => {
    const [, aCore] =
      /captures a second, two at a time, on two cores +\| [\d.]+: ([\d.]+) a core/.exec(
        read('docs/operations.md'),
      ) ?? []
    const text = read('docs/scale.md').replaceAll(/\s+/g, ' ')
    const atPeak = Math.round((3 * 10_000_000) / (24 * 60 * 60))
    expect(text).toContain(`A core draws ${aCore} captures a second.`)
    expect(text).toContain(`${atPeak} captures a second at the peak`)
    expect(text).toContain(`**${Math.ceil(atPeak / Number(aCore))} cores** for drawing`)
  })

  it('have the sections that code and tests cite, which name a part where a section has parts', () => {
    const sources = globSync('{packages,services,tools,bin,bench,tests,docs}/**/*.{ts,tsx,mjs,cjs,md}', {
      cwd: repository,
      exclude: (name) => /^(node_modules|dist|generated)$/.test(path.basename(name)),
    })
    const cited = sources.flatMap((file) =>
      [...read(file).matchAll(/\b([\w/.-]*(?:contract|specification|spec))(?:\.md)? §(\d+(?:\.\d+)?)/gi)].map(
        ([, document = '', section = '']) => ({ file, document, section }),
      ),
    )
    const headings = read('docs/contract.md').matchAll(/^##+ (\d+(?:\.\d+)?)/gm)
    const sections = [...headings].map(([, section = '']) => section)
    // Section 2 as a whole is OAuth, which two files cite as such.
    const citable = sections.filter((section) => section === '2' || !sections.includes(`${section}.1`))
    expect(cited.length).toBeGreaterThan(50)
    expect(
      cited.filter(({ document, section }) => document !== 'docs/contract' || !citable.includes(section)),
    ).toEqual([])
  })

  it('name in ARCHITECTURE.md each service and each package, with the packages that it may import', async () => {
    const [, floors = ''] = /^## Floors and folders$(.*?)^## /ms.exec(read('ARCHITECTURE.md')) ?? []
    const namesIn = (text: string): string[] => [...text.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)
    const services = [...floors.matchAll(/^- `services\/([\w-]+)`:/gm)].map(([, name = '']) => name)
    expect(services.sort()).toEqual(readdirSync(path.join(repository, 'services')).sort())
    // A folder without a manifest is what building a package left that is no more.
    const packages = readdirSync(path.join(repository, 'packages'))
      .filter((name) => existsSync(path.join(repository, 'packages', name, 'package.json')))
      .sort()
    const written = [...floors.matchAll(/^- `([\w-]+)`(?: ← ([^:]+))?:/gm)].map(
      ([, name = '', imports = '']): [string, string[]] => [
        name,
        imports.startsWith('all but')
          ? packages.filter((one) => one !== name && !namesIn(imports).includes(one))
          : namesIn(imports),
      ],
    )
    const { forbidden } = (await import(path.join(repository, '.dependency-cruiser.cjs'))) as {
      forbidden: { from: { path?: unknown }; to: { pathNot?: unknown } }[]
    }
    const checked = packages.map((name): [string, string[]] => {
      const rule = forbidden.find(({ from }) => from.path === `^packages/${name}/`)
      const [, allowed = name] = /^\^packages\/\((.*)\)\/$/.exec(String(rule?.to.pathNot)) ?? []
      return [name, allowed.split('|').filter((one) => one !== name)]
    })
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(checked))
  })

  describe('the rules beside a package', () => {
    const code = globSync('{packages,services}/*/src/**/*.{ts,tsx}', { cwd: repository }).map(read).join('\n')
    const lint = read('eslint.config.js')
    const boundaries = ['.dependency-cruiser.cjs', '.dependency-cruiser-folders.cjs'].map(read).join('\n')

    it.each(readmes)('%s are three to six pairs, and name functions and lint that exist', (file) => {
      const text = read(file)
      expect(text.startsWith(`# ${path.basename(path.dirname(file))}\n`)).toBe(true)
      const pairs = [...text.matchAll(/^✅ (.+)\\\n❌ (.+)$/gm)]
      expect(text.match(/^[✅❌]/gmu)).toHaveLength(2 * pairs.length)
      expect([3, 4, 5, 6]).toContain(pairs.length)
      const named = pairs.flatMap(([, right = '']) =>
        [...right.matchAll(/\b(\w+)\(/g)].map(([, name = '']) => name),
      )
      expect(named.filter((name) => !code.includes(name))).toEqual([])
      const held = (by: string): string[] =>
        [...text.matchAll(new RegExp(`${by} \`([^\`]+)\``, 'g'))].map(([, name = '']) => name)
      expect(held('rule').filter((name) => !boundaries.includes(`'${name}'`))).toEqual([])
      expect(held('ESLint').filter((name) => !lint.includes(name))).toEqual([])
    })
  })

  describe('the walks of ARCHITECTURE.md', () => {
    const [, section = ''] = /^## Six walks$(.*?)^## /ms.exec(read('ARCHITECTURE.md')) ?? []
    const walks = [...section.matchAll(/^- \*\*([^*]+)\*\*(.*?)(?=^- |(?![^]))/gms)]

    it('are these six', () => {
      expect(walks.map(([, name]) => name)).toEqual([
        'authorize',
        'token',
        'create email',
        'preview',
        'a check',
        'a page of the board',
      ])
    })

    it.each(walks.map(([, name = '', text = '']) => ({ name, text })))(
      '$name: each file after an arrow is imported by the file before it, directly or through one other',
      ({ text }) => {
        const arrows = readArrows(text)
        expect(arrows.length).toBeGreaterThan(5)
        expect(arrows.filter(({ from, to }) => !isImported(from, to))).toEqual([])
      },
    )
  })

  it('name only test files that exist', () => {
    const named = documents.flatMap((file) =>
      [...read(file).matchAll(/`([\w/.-]+\/[\w.-]+\.test\.tsx?)`/g)].map(([, test = '']) => test),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((test) => !existsSync(path.join(repository, test)))).toEqual([])
  })

  it('name tests that exist in each row of shared budgets and of rights that last', () => {
    const [, rows = ''] = /^## Shared budgets$(.*)/ms.exec(read('docs/reliability.md')) ?? []
    const cells = [...rows.matchAll(/^\| .* \| ([^|]+) \|$/gm)].map(([, cell = '']) => cell)
    const tests = cells.filter((cell) => !/^(test|---)$/.test(cell))
    expect(tests.length).toBeGreaterThan(80)
    const missing = tests.flatMap((cell) =>
      cell.split(' · ').flatMap((part) => {
        const [, file = '', names = ''] = /^`([^`]+)`: (.+)$/.exec(part) ?? []
        const text = file === '' ? '' : read(file).replaceAll("\\'", "'")
        return names.split('; ').filter((name) => name === '' || !text.includes(name))
      }),
    )
    expect(missing).toEqual([])
  })

  it('name in each row of faults a file of tests/faults', () => {
    const [, rows = ''] = /^## Faults$(.*?)^## /ms.exec(read('docs/reliability.md')) ?? []
    const files = [...rows.matchAll(/^\| .* \| `([\w-]+)` \|$/gm)].map(([, file = '']) => file)
    expect(new Set(files.map((file) => `${file}.test.ts`))).toEqual(
      new Set(
        readdirSync(path.join(repository, 'tests/faults')).filter(
          (file) => file.endsWith('.test.ts') && file !== 'rolling-upgrade.test.ts',
        ),
      ),
    )
  })

  it('have a runbook for each alert, and none for an alert that does not exist', () => {
    const { groups } = parse(read('infra/prometheus/alerts.yml')) as {
      groups: { rules: { annotations?: { runbook?: string } }[] }[]
    }
    const runbooks = groups.flatMap(({ rules }) =>
      rules.map(({ annotations }) => annotations?.runbook ?? 'none'),
    )
    const written = [...anchorsOf('docs/operations.md')].filter((anchor) => anchor.startsWith('alert-'))
    expect(runbooks.sort()).toEqual(written.map((anchor) => `docs/operations.md#${anchor}`).sort())
  })

  it('name only commands of bin/pas that exist, with options that they take', async () => {
    const text = read('docs/operations.md')
    const commands = [
      ...text.matchAll(/\bbin\/pas ([a-z][a-z-]*(?: [a-z][a-z-]*)*)(?= --| *[`|\n])((?: --[a-z-]+)*)/g),
    ]
    expect(commands.length).toBeGreaterThan(15)
    for (const [, words = '', options = ''] of commands) {
      let help = ''
      const writeOut = (text: string): void => void (help += text)
      const readIn = (): Promise<string> => Promise.resolve('')
      const surroundings = { env: {}, clone: repository, readIn, writeOut, writeError: writeOut }
      expect([words, await runPas([...words.split(' '), '--help'], surroundings)]).toEqual([words, 0])
      expect(help).toContain(`pas ${words}`)
      for (const option of options.trim().split(' ')) expect(help).toContain(option)
    }
  })

  it('name the same lifetimes for a bucket as compose’s rules', () => {
    const { Rules } = JSON.parse(read('infra/minio/lifecycle.json')) as {
      Rules: { ID: string; Expiration: { Days: number } }[]
    }
    const daysOf = new Map(Rules.map(({ ID, Expiration }) => [ID, Expiration.Days]))
    const operations = read('docs/operations.md').replaceAll(/\s+/g, ' ')
    expect(
      /\b(\d+) days for `emails\/`, (\d+) days for `captures\/`/.exec(operations)?.slice(1).map(Number),
    ).toEqual([daysOf.get('emails'), daysOf.get('captures')])
    expect(read('docs/adr/0013-lifetimes.md')).toContain(
      `(${daysOf.get('captures')} days for \`captures/\`, ${daysOf.get('emails')} for \`emails/\`)`,
    )
  })

  it('name the operator of a container as the audit trail does', () => {
    const [, user] = /useradd --uid 10001 .* (\w+)$/m.exec(read('infra/images/Dockerfile')) ?? []
    expect(user).toBeDefined()
    expect(read('docs/operations.md')).toContain(`in a container always \`operator:${user}\``)
  })

  it('name only metrics that a process serves', () => {
    const named = new Set(withoutCode(read('docs/operations.md')).match(/\bpas_[a-z_]+\b/g))
    const sources = globSync('{services,packages}/*/src/**/*.ts', { cwd: repository }).map(read)
    // Prometheus serves `pas.captures.waiting` with underscores, and a counter with the suffix `_total`.
    const created = /\.create\w+\(\s*'(pas\.[a-z_.]+)'/g
    const served = new Set(
      [...sources.join('\n').matchAll(created)].map(([, name = '']) => name.replaceAll('.', '_')),
    )
    const ofBackup = /^# TYPE (\w+)/m.exec(read('infra/backup/back-up.sh'))?.[1] ?? ''
    served.add(ofBackup)
    // Roles of Postgres, users of Redis, and the prefix of API keys.
    const others = /^pas_(worker2?|worker_\w*|board|images|admin|auth|api|cli|key_)?$/
    const unknown = [...named].filter(
      (name) => !others.test(name) && !served.has(name.replace(/_total$/, '')),
    )
    expect(unknown).toEqual([])
  })
})
