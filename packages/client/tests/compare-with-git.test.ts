import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import type { EmailPair } from '../src/compare/compiled-email'
import { findFiles } from '../src/command/find-files'
import { pairWithGit } from '../src/compare/git/pair-with-git'
import { createRepository, gitEnvironment, openRepository, type TestRepository } from './test-repository'

const long = (text: string): string => `<p>${text}</p>\n`.repeat(20)

describe('comparing with what Git has', () => {
  let home: TestFolder
  beforeEach(async () => {
    home = await createTestFolder()
  })
  afterEach(() => home.close())

  async function compare(
    repository: TestRepository,
    files: Parameters<typeof pairWithGit>[0] | readonly string[],
    variables: Record<string, string> = {},
    cwd = repository.folder,
  ) {
    const { base, pairs } = await pairWithGit(typeof files === 'function' ? files : () => files, cwd, {
      ...gitEnvironment(home.path),
      ...variables,
    })
    const all: EmailPair[] = []
    for (let next = await pairs.next(); !next.done; next = await pairs.next()) all.push(next.value)
    return { base, pairs: all }
  }

  /** As GitHub makes it: the branch merged into the newest main. */
  function pullRequest() {
    const origin = createRepository(home.path, 'origin')
    origin.commit({ 'a.html': 'A 1', 'b.html': 'B 1' })
    origin.git('checkout', '--quiet', '-b', 'edit')
    origin.commit({ 'a.html': 'A 2' })
    origin.git('checkout', '--quiet', 'main')
    const main = origin.commit({ 'b.html': 'B 2' })
    origin.git('checkout', '--quiet', '--detach')
    origin.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'edit')
    origin.git('update-ref', 'refs/pull/1/merge', 'HEAD')
    origin.git('checkout', '--quiet', 'main')
    return { origin, main }
  }

  /** What actions/checkout does. */
  function checkOut(origin: TestRepository, depth: number): TestRepository {
    const clone = createRepository(home.path, `clone-${depth}`)
    clone.git('remote', 'add', 'origin', `file://${origin.folder}`)
    const ref = 'refs/remotes/pull/1/merge'
    clone.git('fetch', '--quiet', '--no-tags', `--depth=${depth}`, 'origin', `+refs/pull/1/merge:${ref}`)
    clone.git('checkout', '--quiet', '--force', ref)
    return clone
  }

  it('takes main as it is now for GitHub’s test merge at fetch-depth 2', async () => {
    const { origin, main } = pullRequest()
    const { base, pairs } = await compare(checkOut(origin, 2), ['b.html', 'a.html'], { CI: 'true' })
    expect(base.commit).toBe(main)
    expect(base.what).toMatch(/^the first parent of the merge commit [0-9a-f]{12}$/)
    expect(pairs).toEqual([
      { file: 'a.html', base: { html_text: 'A 1' }, head: { html_text: 'A 2' }, failure: null },
      { file: 'b.html', base: { html_text: 'B 2' }, head: { html_text: 'B 2' }, failure: null },
    ])
  })

  it('says `fetch-depth: 2` in a clone of one commit', async () => {
    const clone = checkOut(pullRequest().origin, 1)
    await expect(compare(clone, ['a.html'], { CI: 'true' })).rejects.toThrow(
      /this clone is shallow.*before the merge commit: give actions\/checkout `fetch-depth: 2`/,
    )
    await expect(compare(clone, ['a.html'])).rejects.toThrow(/this clone is shallow.*`fetch-depth: 0`/)
  })

  it('takes the target’s side of a merge the other way round', async () => {
    const { origin, main } = pullRequest()
    const clone = openRepository(home.path, 'jenkins')
    clone.git('clone', '--quiet', `file://${origin.folder}`, '.')
    clone.git('checkout', '--quiet', '--detach', 'origin/edit')
    clone.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'origin/main')
    const { base } = await compare(clone, ['a.html'], {
      JENKINS_URL: 'https://ci.example',
      CHANGE_TARGET: 'main',
    })
    expect(base.commit).toBe(main)
  })

  it.each([
    ['the merge request’s base', (base: string) => ({ CI_MERGE_REQUEST_DIFF_BASE_SHA: base })],
    ['the branch that it is merged into', () => ({ CHANGE_TARGET: 'main' })],
    ['the default branch', () => ({})],
  ])('takes %s when the branch’s last commit is its own merge of main, and main went on', async (_, ci) => {
    const { origin, main } = pullRequest()
    origin.git('checkout', '--quiet', 'edit')
    origin.git('merge', '--quiet', '--no-ff', '--message', 'Merge main', 'main')
    origin.git('checkout', '--quiet', 'main')
    origin.commit({ 'b.html': 'B 3' })
    const clone = openRepository(home.path, 'own-merge')
    clone.git('clone', '--quiet', `file://${origin.folder}`, '.')
    clone.git('checkout', '--quiet', '--detach', 'origin/edit')
    const { base, pairs } = await compare(clone, ['a.html'], { CI: 'true', ...ci(main) })
    expect(base.commit).toBe(main)
    expect(pairs).toMatchObject([{ base: { html_text: 'A 1' }, head: { html_text: 'A 2' } }])
  })

  it('takes no branch’s own merge for GitHub’s test merge', async () => {
    const clone = checkOut(pullRequest().origin, 2)
    for (const ci of [{ GITHUB_BASE_REF: '' }, { GITHUB_BASE_REF: 'main', GITHUB_SHA: 'a'.repeat(40) }])
      await expect(compare(clone, ['a.html'], { CI: 'true', ...ci })).rejects.toThrow(/fetch-depth: 0/)
  })

  it('matches patterns with the names of the earlier commit, too, of which one may be gone', async () => {
    const repository = createRepository(home.path, 'gone')
    repository.commit({
      'mails/a.html': 'A',
      'mails/gone.html': 'G',
      'mails/de/gone.html': 'D',
      'mails/old.html': long('The same text'),
      'mails/.hidden.html': 'H',
      'mails/node_modules/x.html': 'X',
      'gone.html': 'no',
    })
    repository.git('mv', 'mails/old.html', 'mails/new.html')
    for (const name of ['gone.html', 'de/gone.html', '.hidden.html', 'node_modules/x.html'])
      rmSync(path.join(repository.folder, 'mails', name))
    const below = path.join(repository.folder, 'mails')
    for (const [patterns, cwd, names] of [
      [['mails'], repository.folder, ['a', 'de/gone', 'gone', 'new'].map((name) => `mails/${name}`)],
      [['**/*.{html,htm}'], below, ['a', 'de/gone', 'gone', 'new']],
      [['.'], below, ['a', 'de/gone', 'gone', 'new']],
      [['*.html'], below, ['a', 'gone', 'new']],
      [['gone.html', '../mails/de/**'], below, ['de/gone', 'gone']],
    ] as const) {
      const { pairs } = await compare(repository, (earlier) => findFiles(patterns, cwd, earlier), {}, cwd)
      expect(pairs.map(({ file }) => file)).toEqual(names.map((name) => `${name}.html`))
      const gone = pairs.filter(({ head, failure }) => head === null && failure === null)
      expect(gone.map(({ file }) => file)).toEqual(
        pairs.map(({ file }) => file).filter((file) => file.includes('gone')),
      )
    }
  })

  it('takes the commit where a branch left main, with edits that are not committed', async () => {
    const repository = createRepository(home.path, 'branch')
    const fork = repository.commit({ 'mails/a.html': 'A 1' })
    repository.git('checkout', '--quiet', '-b', 'edit')
    repository.commit({ 'mails/a.html': 'A 2' })
    repository.git('checkout', '--quiet', 'main')
    repository.commit({ 'mails/a.html': 'A of main' })
    repository.git('checkout', '--quiet', 'edit')
    repository.write({ 'mails/a.html': 'A 3' })
    const { base, pairs } = await compare(repository, ['./a.html'], {}, path.join(repository.folder, 'mails'))
    expect(base).toEqual({ commit: fork, what: 'where this branch left refs/heads/main' })
    expect(pairs).toMatchObject([{ file: 'a.html', base: { html_text: 'A 1' }, head: { html_text: 'A 3' } }])
  })

  it('takes the commit before on the default branch in CI, and the last one elsewhere', async () => {
    const repository = createRepository(home.path, 'main')
    const first = repository.commit({ 'a.html': 'A 1' })
    const second = repository.commit({ 'a.html': 'A 2' })
    expect((await compare(repository, ['a.html'], { CI: '1' })).base.commit).toBe(first)
    expect((await compare(repository, ['a.html'])).base.commit).toBe(second)
  })

  it('finds a file that is new, one that is gone, and one under its older name', async () => {
    const repository = createRepository(home.path, 'renamed')
    repository.commit({ 'old.html': long('The same text'), 'gone.html': 'G', '.gitignore': 'dist\n' })
    repository.git('mv', 'old.html', 'new.html')
    rmSync(path.join(repository.folder, 'gone.html'))
    repository.write({
      'new.html': `${long('The same text')}more`,
      'added.html': 'Quite another',
      'dist/a.html': 'A',
    })
    const { pairs } = await compare(repository, [
      'new.html',
      'gone.html',
      'added.html',
      'dist/a.html',
      'no.html',
    ])
    expect(pairs).toMatchObject([
      { file: 'added.html', base: null, head: { html_text: 'Quite another' }, failure: null },
      { file: 'dist/a.html', failure: expect.stringMatching(/^\.gitignore names it/) as string },
      { file: 'gone.html', base: { html_text: 'G' }, head: null, failure: null },
      {
        file: 'new.html',
        renamedFrom: 'old.html',
        base: { html_text: long('The same text') },
        failure: null,
      },
      { file: 'no.html', failure: expect.stringMatching(/^There is no such file/) as string },
    ])
  })

  it('reads files whose names look like options, patterns and markup', async () => {
    const names = [
      '--output=x.html',
      ':(exclude)a.html',
      '*.html',
      '"q"\n.html',
      'ü|`.html',
      '$(id).html',
      '-.html',
    ]
    const repository = createRepository(home.path, 'hostile')
    repository.commit(Object.fromEntries([...names, 'a.html'].map((name) => [name, `1 of ${name}`])))
    repository.write(Object.fromEntries(names.map((name) => [name, `2 of ${name}`])))
    const { pairs } = await compare(repository, names)
    expect(pairs).toEqual(
      [...names].sort().map((file) => ({
        file,
        base: { html_text: `1 of ${file}` },
        head: { html_text: `2 of ${file}` },
        failure: null,
      })),
    )
    expect(repository.git('status', '--porcelain', '-z', '--untracked-files=all')).not.toContain('?? ')
  })

  it('starts nothing that the repository configures', async () => {
    const repository = createRepository(home.path, 'filters')
    repository.commit({ 'old.html': long('Text'), '.gitattributes': '*.html diff=bad filter=bad\n' })
    const bad = `sh -c 'touch ${path.join(home.path, 'started')}; cat'`
    repository.git('mv', 'old.html', 'new.html')
    repository.write({ 'new.html': `${long('Text')}more` })
    for (const name of [
      'core.fsmonitor',
      'diff.bad.command',
      'diff.bad.textconv',
      'diff.external',
      'filter.bad.clean',
    ])
      repository.git('config', name, bad)
    await compare(repository, ['new.html'])
    expect(() => rmSync(path.join(home.path, 'started'))).toThrow(/ENOENT/)
  })

  it('follows no link, and leaves the repository by no path', async () => {
    const repository = createRepository(home.path, 'links')
    repository.commit({ 'a.html': 'A' })
    openRepository(home.path, 'elsewhere').write({ 'secret.html': 'secret' })
    symlinkSync('../elsewhere/secret.html', path.join(repository.folder, 'link.html'))
    mkdirSync(path.join(repository.folder, 'folder.html'))
    const files = ['link.html', '../elsewhere/secret.html', 'folder.html']
    const { pairs } = await compare(repository, files)
    expect(pairs.map(({ failure }) => failure)).toEqual([
      expect.stringMatching(/not inside the repository/),
      expect.stringMatching(/not a file/),
      expect.stringMatching(/symbolic link/),
    ])
    expect(JSON.stringify(pairs)).not.toContain('"secret"')
  })

  it('says in a sentence that there is no repository, or no commit', async () => {
    const folder = openRepository(home.path, 'none')
    await expect(compare(folder, ['a.html'])).rejects.toThrow(/^--against git: .*not a git repository/)
    const empty = createRepository(home.path, 'empty')
    await expect(compare(empty, ['a.html'])).rejects.toThrow(/has no commit yet/)
  })
})
