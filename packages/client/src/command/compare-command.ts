import { runCompare } from '../compare/run-compare'
import type { RunResult } from '../run-result'
import { UsageError } from '../usage-error'
import type { Arguments } from './arguments'
import { findFiles } from './find-files'
import type { Run } from './run'

/** `pas-check compare` */
export function compareCommand({
  args,
  clients,
  service,
  posted,
  url,
  surroundings,
  console,
}: Run): Promise<RunResult> {
  const { folder, env, stop } = surroundings
  const deps = {
    ...{ service, posted, signal: stop },
    onNotice: (text: string) => console.note(text),
    onWarning: (text: string) => console.note(text),
    onProgress: (done: number, of: number) => console.progress(`${done} of ${of} emails`),
  }
  const { replacements: replace } = args
  const sides = sidesOf(args, folder)
  return runCompare(deps, { sides, clients, replace, cwd: folder, environment: env, serviceUrl: url })
}

function sidesOf({ against, patterns }: Arguments, folder: string) {
  if (against === 'git')
    return { against, files: (earlier: readonly string[]) => findFiles(patterns, folder, earlier) } as const
  if (against !== null) throw new UsageError(`--against is '${against}'. It may be git alone.`)
  const [base, head, ...others] = patterns
  if (base === undefined || head === undefined || others.length > 0)
    throw new UsageError("compare takes two folders, the earlier first: 'compare base/ head/'.")
  return { base, head }
}
