import { createHash } from 'node:crypto'
import type { Log, Notification, ReportingDescriptor, Result } from 'sarif'
import type { EmailResult, ReportedFinding, ReportedRule, RunResult } from '../run-result'
import { differs, isUnlike, unlikeText } from './outcome'
import { visibleText } from './visible-text'

/** An address of a file: its parts percent-encoded, so that no name of a file is read as something else. */
const uriOf = (file: string): string =>
  file
    .split('/')
    .map((part) => encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd')))
    .join('/')

/** SARIF 2.1.0 for code scanning: findings, or one result for each email that differs. */
export function sarifReport(result: RunResult): string {
  const results = result.emails.flatMap((email) =>
    result.command === 'lint'
      ? email.findings.map((finding) => findingResult(email, finding))
      : differs(email)
        ? [differenceResult(email)]
        : [],
  )
  const rules = rulesOf(result)
  const indexes = new Map(rules.map(({ id }, index) => [id, index]))
  const informationUri = result.serviceUrl === null ? {} : { informationUri: `${result.serviceUrl}/docs` }
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        columnKind: 'utf16CodeUnits',
        tool: {
          driver: {
            name: 'pas-check',
            version: result.version ?? '0.0.0',
            ...informationUri,
            rules,
          },
        },
        invocations: [
          {
            executionSuccessful:
              result.skipped === null && result.emails.every(({ failure }) => failure === null),
            toolExecutionNotifications: notificationsOf(result),
          },
        ],
        results: results.map((each) => ({ ...each, ruleIndex: indexes.get(each.ruleId ?? '') ?? -1 })),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

const notificationsOf = ({ emails, skipped }: RunResult): Notification[] => [
  ...(skipped === null
    ? []
    : [{ level: 'note' as const, message: { text: visibleText(`Skipped: ${skipped}`) } }]),
  ...emails.flatMap(({ file, failure }) =>
    failure === null
      ? []
      : [
          {
            level: 'error' as const,
            message: { text: visibleText(failure) },
            locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }],
          },
        ],
  ),
]

const differenceRule = 'compare/different'

function rulesOf({ command, emails, serviceUrl, rules = [] }: RunResult): ReportingDescriptor[] {
  if (command === 'compare')
    return emails.some(differs)
      ? [
          ruleOf(
            differenceRule,
            'The email does not look as it did before, in some email client.',
            'warning',
            serviceUrl && `${serviceUrl}/docs`,
          ),
        ]
      : []
  // Without the service's own words, those of a rule's first finding.
  const told = new Map<string, ReportedRule>()
  for (const finding of emails.flatMap(({ findings }) => findings))
    if (!told.has(finding.rule))
      told.set(finding.rule, { ...finding, title: finding.description, explains_url: finding.source_url })
  for (const rule of rules) if (told.has(rule.rule)) told.set(rule.rule, rule)
  return [...told.values()].map(({ rule, title, severity, explains_url: url }) =>
    ruleOf(rule, title, severity, url ?? (serviceUrl && `${serviceUrl}/checks/rules`)),
  )
}

type Level = ReportedFinding['severity']

function ruleOf(id: string, text: string, level: Level, helpUri: string | null): ReportingDescriptor {
  const told = { text: visibleText(text, 1_000) }
  return {
    id,
    name: nameOf(id),
    shortDescription: told,
    fullDescription: told,
    help: told,
    defaultConfiguration: { level },
    ...(helpUri && { helpUri }),
  }
}

/** `images/alt-missing` → `ImagesAltMissing`. */
const nameOf = (id: string): string =>
  id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function findingResult({ file }: EmailResult, finding: ReportedFinding): Result {
  const { rule, severity, what, where, description, fingerprint, count, clients, source } = finding
  // Only the HTML part of an HTML file is the file itself: its lines are the file's lines.
  const region =
    where?.part === 'html' && !/\.eml$/i.test(file)
      ? {
          startLine: where.line,
          startColumn: where.column,
          endLine: where.end_line,
          endColumn: where.end_column,
          snippet: { text: visibleText(where.snippet) },
        }
      : { startLine: 1 }
  return {
    ruleId: rule,
    level: severity,
    message: { text: `${visibleText(description)} ('${visibleText(what)}')` },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, region } }],
    partialFingerprints: { 'finding/v1': fingerprint },
    occurrenceCount: count,
    properties: { clients, source },
  }
}

function differenceResult(email: EmailResult): Result {
  const { file, comparisons } = email
  const unlike = comparisons.filter(isUnlike)
  const names = unlike.map(({ client }) => client.name)
  const codes = unlike.map(({ client }) => client.code)
  const key = JSON.stringify([file, unlike.map(({ client, verdict }) => [client.code, verdict])])
  return {
    ruleId: differenceRule,
    level: 'warning',
    message: {
      text: `'${visibleText(file)}' ${unlikeText(email)}: ${visibleText(names.join(', '))}.`,
    },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: 1 } } }],
    partialFingerprints: { 'comparison/v1': createHash('sha256').update(key).digest('hex') },
    occurrenceCount: 1,
    properties: { clients: codes, source: null },
  }
}
