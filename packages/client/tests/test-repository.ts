import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Git without this machine's configuration. */
export const gitEnvironment = (home: string): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@shop.example',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@shop.example',
})

export interface TestRepository {
  folder: string
  git: (...args: string[]) => string
  write: (files: Readonly<Record<string, string>>) => void
  /** Commits all there is. Returns the commit's id. */
  commit: (files?: Readonly<Record<string, string>>) => string
}

export function openRepository(home: string, name: string): TestRepository {
  const folder = path.join(home, name)
  mkdirSync(folder, { recursive: true })
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, env: gitEnvironment(home), stdio: 'pipe' })
      .toString()
      .trim()
  const write: TestRepository['write'] = (files) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
    }
  }
  return {
    folder,
    git,
    write,
    commit: (files = {}) => {
      write(files)
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '--message', 'An edit')
      return git('rev-parse', 'HEAD')
    },
  }
}

export function createRepository(home: string, name: string): TestRepository {
  const repository = openRepository(home, name)
  repository.git('init', '--quiet', '--initial-branch', 'main')
  return repository
}
