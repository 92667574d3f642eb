import type { RunResult } from '../run-result'
import { isRefusedCaller, ServiceError } from '../service-error'
import { chooseClients, type ClientsService } from './choose-clients'
import { compareEmails, type CompareDeps } from './compare-emails'
import { pairFolders } from './pair-folders'
import { pairWithGit, type FilesOf } from './git/pair-with-git'
import { parseReplacements } from './replacements'

export interface CompareOptions {
  /** Two folders, or files of which Git has the other side. */
  sides: { base: string; head: string } | { against: 'git'; files: FilesOf }
  /** Codes; null: those that the service takes where none is named. */
  clients: readonly string[] | null
  /** `REGEX=TEXT` each. */
  replace: readonly string[]
  cwd: string
  environment: Readonly<Record<string, string | undefined>>
  serviceUrl: string
}

export interface RunCompareDeps extends CompareDeps {
  service: CompareDeps['service'] & ClientsService
  /** Says with which commit is compared, before anything is posted. */
  onNotice?: (sentence: string) => void
}

/** Throws a `UsageError` for what the caller has to change, another error when the service could not be asked. */
export async function runCompare(deps: RunCompareDeps, options: CompareOptions): Promise<RunResult> {
  const { sides, cwd, environment } = options
  const replacements = parseReplacements(options.replace)
  const withGit = 'against' in sides ? await pairWithGit(sides.files, cwd, environment) : null
  const pairs = withGit ?? ('base' in sides ? await pairFolders(sides.base, sides.head, cwd) : null)
  if (!pairs) throw new TypeError('Two folders, or files and Git')
  if (withGit) deps.onNotice?.(`Compares with ${withGit.base.commit.slice(0, 12)}, ${withGit.base.what}.`)
  let failure: string | null = null
  const clients = await chooseClients(deps.service, options.clients, deps).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || isRefusedCaller(error)) throw error
    failure = error.message
    return []
  })
  return {
    command: 'compare',
    serviceUrl: options.serviceUrl,
    skipped: null,
    baseCommit: withGit?.base.commit ?? null,
    ...(await compareEmails(deps, { pairs, clients, replacements, failure })),
  }
}
