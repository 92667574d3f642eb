import { visibleText } from '../../reports/visible-text'
import { isInCi } from '../../is-in-ci'
import { UsageError } from '../../usage-error'
import { askGit, type Git } from './git'

type Environment = Readonly<Record<string, string | undefined>>

export interface Base {
  commit: string
  /** `the first parent of the merge commit`. */
  what: string
}

interface Commit {
  commit: string
  parents: string[]
}

/** The commit whose files are the other side. Throws a `UsageError` that says how to have it in the clone. */
export async function findBase(git: Git, environment: Environment): Promise<Base> {
  const head = await readCommit(git, 'HEAD')
  if (!head) throw new UsageError('--against git: this repository has no commit yet.')
  const isCi = isInCi(environment) || Boolean(environment.JENKINS_URL)
  const target = await findTarget(git, environment)
  const forkPoint = target && (await askGit(git, 'merge-base', 'HEAD', target))
  if (forkPoint && (forkPoint !== head.commit || !isCi))
    return { commit: forkPoint, what: `where this branch left ${visibleText(target, 200)}` }
  const [before] = head.parents
  const isMerge = !target && isCi && isTestMerge(head, environment)
  if (before !== undefined && (forkPoint || isMerge)) {
    const what = isMerge ? 'the merge commit' : 'the commit'
    if (!(await hasCommit(git, before))) throw missing(what, environment)
    return { commit: before, what: `the first parent of ${what} ${head.commit.slice(0, 12)}` }
  }
  if ((await askGit(git, 'rev-parse', '--is-shallow-repository')) === 'true')
    throw missing('this branch', environment)
  throw new UsageError(
    '--against git: no default branch was found (origin/HEAD, main or master). Run `git remote set-head origin --auto`, or compare two folders.',
  )
}

function missing(what: string, { GITLAB_CI: gitlab, JENKINS_URL: jenkins }: Environment): UsageError {
  const how = gitlab
    ? 'set GIT_DEPTH: 0 in this job'
    : jenkins
      ? 'turn off the shallow clone in this job’s checkout'
      : 'give actions/checkout `fetch-depth: 2` in a pull request, and `fetch-depth: 0` elsewhere'
  return new UsageError(
    `--against git: this clone is shallow, and has nothing of what was before ${what}: ${how}.`,
  )
}

/** As the commit says itself: at the edge of a shallow clone, Git's other commands know no parents. */
async function readCommit(git: Git, name: string): Promise<Commit | null> {
  const commit = await askGit(git, 'rev-parse', '--verify', '--end-of-options', `${name}^{commit}`)
  const text = commit && (await askGit(git, 'cat-file', 'commit', commit))
  if (!commit || !text) return null
  const [header = ''] = text.split('\n\n', 1)
  return { commit, parents: [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, id = '']) => id) }
}

const hasCommit = async (git: Git, commit: string): Promise<boolean> =>
  (await git('cat-file', '-e', `${commit}^{commit}`)).isDone

/** Not a branch's own merge of main, whose first parent is that branch: compared with it, nothing would differ. */
const isTestMerge = (
  { commit, parents }: Commit,
  { GITHUB_SHA: tested = commit, GITHUB_BASE_REF: into, CI_MERGE_REQUEST_DIFF_BASE_SHA: base }: Environment,
): boolean => parents.length > 1 && tested === commit && into !== '' && !base

/** What a pull request is merged into, as the CI names it; of a branch without one, the default branch. */
async function findTarget(git: Git, environment: Environment): Promise<string | null> {
  const [name = '', base = ''] = [
    ['GITHUB_BASE_REF', 'CI_MERGE_REQUEST_TARGET_BRANCH_NAME', 'CHANGE_TARGET'],
    // The first is of pipelines for merged results alone.
    ['CI_MERGE_REQUEST_TARGET_BRANCH_SHA', 'CI_MERGE_REQUEST_DIFF_BASE_SHA'],
  ].map((variables) => variables.map((variable) => environment[variable]).find(Boolean))
  if (name !== '' || base !== '') {
    const branch = name !== '' ? await findRef(git, [`refs/remotes/origin/${name}`]) : null
    return branch ?? (/^[0-9a-f]{40,64}$/.test(base) && (await hasCommit(git, base)) ? base : null)
  }
  const remote = await askGit(git, 'symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD')
  const names = ['refs/remotes/origin/', 'refs/heads/'].flatMap((where) => [`${where}main`, `${where}master`])
  const usual = `refs/remotes/origin/${environment.CI_DEFAULT_BRANCH ?? 'main'}`
  return findRef(git, [remote ?? usual, usual, ...names])
}

/** Each is a whole name below `refs/`, which Git cannot take for an option. */
async function findRef(git: Git, names: readonly string[]): Promise<string | null> {
  for (const name of names)
    if (
      (await askGit(git, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)) !== null
    )
      return name
  return null
}
