import path from 'node:path'
import { isInBaseline, readBaseline, writeBaseline } from '../configuration/baseline'
import { activeIgnores, isIgnored } from '../configuration/read-configuration'
import { lintEmails } from '../lint/lint-emails'
import type { ReportedFinding, ReportedRule, RunResult } from '../run-result'
import { isLost, isRefusedCaller, ServiceError } from '../service-error'
import { findFiles } from './find-files'
import type { Run } from './run'
import { counted } from '../reports/visible-text'
import { UsageError } from '../usage-error'

/** Everything but the baseline is judged before anything is sent. */
export async function lintCommand({ args, configuration, clients, ...run }: Run): Promise<RunResult> {
  const { folder, now } = run.surroundings
  const files = findFiles(args.patterns, folder)
  const { active, ended } = activeIgnores(configuration, now)
  for (const sentence of ended) run.console.note(sentence)
  if (args.writesBaseline && args.baselineFile === null)
    throw new UsageError('--write-baseline needs --baseline FILE, which says where to.')
  const baselineFile = args.baselineFile === null ? null : path.resolve(folder, args.baselineFile)
  const baseline = baselineFile === null || args.writesBaseline ? {} : readBaseline(baselineFile)
  const only = args.only ?? configuration.checks
  const lost = await assertKnown(run, only, clients)
  const needsRules = lost === null && (args.report !== null || active.length > 0)
  const rules = needsRules ? await listRules(run.service, run.surroundings.stop) : []
  const names = new Set(rules.map(({ rule }) => rule))
  for (const { rule } of active)
    if (names.size > 0 && !names.has(rule))
      run.console.note(
        `nothing is ignored by '${rule}', which is no rule; ${run.url}/checks/rules lists them`,
      )
  const found = new Map<string, readonly ReportedFinding[]>()

  const { emails, notDone } = await lintEmails({
    ...{ service: run.service, posted: run.posted, stop: run.surroundings.stop, folder, files, clients },
    ...{ only, lost },
    judge(file, findings) {
      const noted = findings.filter((finding) => !isIgnored(finding, active))
      found.set(file, noted)
      const kept = noted.filter((finding) => !isInBaseline(baseline, file, finding))
      return { findings: args.writesBaseline ? [] : kept, ignoredCount: findings.length - kept.length }
    },
    onDone: (done) => run.console.progress(`${done} of ${files.length} emails`),
  })
  for (const sentence of notDone) run.console.note(`not checked: ${sentence}`)
  if (baselineFile !== null && args.writesBaseline) {
    if (emails.some(({ failure }) => failure !== null))
      run.console.note('The baseline was not written: some emails were not checked.')
    else {
      writeBaseline(baselineFile, found)
      const count = [...found.values()].flat().length
      run.console.note(`${args.baselineFile} now has ${counted(count, 'finding')}.`)
    }
  }
  const used = new Set(emails.flatMap(({ findings }) => findings.map(({ rule }) => rule)))
  return {
    ...{ command: 'lint', serviceUrl: run.url, emails, skipped: null, baseCommit: null },
    ...(args.report !== null && { rules: rules.filter(({ rule }) => used.has(rule)) }),
  }
}

/** Before an email is sent: a service that is lost later would be waited for. The reports can do without. */
async function listRules(service: Run['service'], stop: AbortSignal): Promise<ReportedRule[]> {
  try {
    const rules = await service.listCheckRules(stop)
    return rules.map(({ sources: _, ...rule }) => rule)
  } catch {
    return []
  }
}

/**
 * A name that the service does not know, or a key, is wrong for every email: it is asked before one is sent. Resolves to
 * why the service cannot be asked for any.
 */
async function assertKnown(
  { service, surroundings }: Pick<Run, 'service' | 'surroundings'>,
  only: readonly string[] | null,
  clients: readonly string[] | null,
): Promise<string | null> {
  try {
    const of = { only: only ?? ['subject'], ...(clients && { clients }) }
    await service.checkUnstored({ plain_text: '-' }, of, surroundings.stop)
  } catch (error) {
    if (!(error instanceof ServiceError) || isRefusedCaller(error)) throw error
    if (error.status === 400) throw new UsageError(error.message)
    // Whatever else it is, each email says it.
    if (isLost(error)) return error.message
  }
  return null
}
