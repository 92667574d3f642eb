import { visibleText } from '../../reports/visible-text'
import { CompareUsageError } from '../usage-error'
import { askGit, type Git } from './git'

type Environment = Readonly<Record<string, string | undefined>>

export interface Base {
  commit: string
  /** `the first parent of the merge commit`. */
  what: string
}

/** The commit whose files are the other side. Throws a `CompareUsageError` that says how to have it in the clone. */
export async function findBase(git: Git, environment: Environment): Promise<Base> {
  const head = await readCommit(git, 'HEAD')
  if (!head)
    throw new CompareUsageError(
      '--against git: this repository has no commit yet, so there is nothing to compare with.',
    )
  const isCi = isOn(environment.CI) || isOn(environment.GITHUB_ACTIONS) || Boolean(environment.JENKINS_URL)
  if (isCi && head.parents.length > 1) {
    const parent = await parentOfMerge(git, head.parents, environment)
    if (parent === null) throw missing('the merge commit', environment)
    return { commit: parent, what: `the first parent of the merge commit ${head.commit.slice(0, 12)}` }
  }
  const named = environment.CI_MERGE_REQUEST_DIFF_BASE_SHA ?? ''
  if (/^[0-9a-f]{40,64}$/.test(named) && (await hasCommit(git, named)))
    return { commit: named, what: 'the base of the merge request' }
  const branch = await findDefaultBranch(git, environment)
  const forkPoint = branch && (await askGit(git, 'merge-base', 'HEAD', branch))
  if (forkPoint && (forkPoint !== head.commit || !isCi))
    return { commit: forkPoint, what: `where this branch left ${visibleText(branch, 200)}` }
  const [before] = head.parents
  if (forkPoint && before !== undefined) {
    if (!(await hasCommit(git, before))) throw missing('the commit', environment)
    return { commit: before, what: `the commit before ${head.commit.slice(0, 12)}` }
  }
  if ((await askGit(git, 'rev-parse', '--is-shallow-repository')) === 'true')
    throw missing('this branch', environment)
  throw new CompareUsageError(
    '--against git: no default branch was found (origin/HEAD, main or master). Run `git remote set-head origin --auto`, or compare two folders.',
  )
}

const isOn = (value: string | undefined): boolean => value !== undefined && !/^(?:|0|false)$/i.test(value)

function missing(what: string, { GITLAB_CI: gitlab, JENKINS_URL: jenkins }: Environment): CompareUsageError {
  const how = gitlab
    ? 'set GIT_DEPTH: 0 in this job'
    : jenkins
      ? 'turn off the shallow clone in this job’s checkout'
      : 'give actions/checkout `fetch-depth: 2` in a pull request, and `fetch-depth: 0` elsewhere'
  return new CompareUsageError(
    `--against git: this clone is shallow, and has nothing of what was before ${what}: ${how}.`,
  )
}

/** As the commit says itself: at the edge of a shallow clone, Git's other commands know no parents. */
async function readCommit(git: Git, name: string): Promise<{ commit: string; parents: string[] } | null> {
  const commit = await askGit(git, 'rev-parse', '--verify', '--end-of-options', `${name}^{commit}`)
  const text = commit && (await askGit(git, 'cat-file', 'commit', commit))
  if (!commit || !text) return null
  const [header = ''] = text.split('\n\n', 1)
  return { commit, parents: [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, id = '']) => id) }
}

const hasCommit = async (git: Git, commit: string): Promise<boolean> =>
  (await git('cat-file', '-e', `${commit}^{commit}`)).isDone

/** The first, unless another is known to be the branch into which is merged. Null if it is not in the clone. */
async function parentOfMerge(
  git: Git,
  parents: readonly string[],
  environment: Environment,
): Promise<string | null> {
  const target = await findTarget(git, environment)
  const tip = target && (await askGit(git, 'rev-parse', '--verify', '--end-of-options', `${target}^{commit}`))
  const parent = parents.find((each) => each === tip) ?? parents[0]
  return parent !== undefined && (await hasCommit(git, parent)) ? parent : null
}

/** The branch into which a pull request is merged, as the CI names it. */
async function findTarget(git: Git, environment: Environment): Promise<string | null> {
  const name =
    environment.GITHUB_BASE_REF ??
    environment.CI_MERGE_REQUEST_TARGET_BRANCH_NAME ??
    environment.CHANGE_TARGET ??
    ''
  return name === '' ? null : findRef(git, [`refs/remotes/origin/${name}`])
}

async function findDefaultBranch(git: Git, environment: Environment): Promise<string | null> {
  const target = await findTarget(git, environment)
  if (target) return target
  const remote = await askGit(git, 'symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD')
  const inCi = environment.CI_DEFAULT_BRANCH ? [`refs/remotes/origin/${environment.CI_DEFAULT_BRANCH}`] : []
  const usual = ['refs/remotes/origin/', 'refs/heads/'].flatMap((where) => [`${where}main`, `${where}master`])
  return findRef(git, [...(remote ? [remote] : []), ...inCi, ...usual])
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
