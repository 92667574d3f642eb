import type { Fix, Log, Replacement, Result } from 'sarif'
import type { ChecksOfEmail, WireFinding, WireRange } from './answers'
import { allRules } from './checks'

/** SARIF needs a file name for each part of an email. */
const fileNames = { html: 'email.html', text: 'email.txt', headers: 'email.eml' } as const

/** SARIF 2.1.0. Our severities are its levels. `uri`: the checked file, if it was one. */
export const sarifOf = (checks: ChecksOfEmail, { version, uri }: { version: string; uri?: string }): Log =>
  sarifOfEmails([{ checks, ...(uri !== undefined && { uri }) }], version)

/** One run for them all. */
export function sarifOfEmails(
  emails: readonly { checks: ChecksOfEmail; uri?: string }[],
  version: string,
): Log {
  const findings = emails.flatMap(({ checks: { checks }, uri }) =>
    checks.flatMap((check) => check.findings.map((finding) => ({ finding, uri }))),
  )
  const used = new Set(findings.map(({ finding: { rule } }) => rule))
  const rules = allRules.filter(({ name }) => used.has(name))
  const indexOf = new Map<string, number>(rules.map(({ name }, index) => [name, index]))
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        columnKind: 'utf16CodeUnits',
        tool: {
          driver: {
            name: 'Partner Access Service',
            version,
            rules: rules.map(({ name, title, severity, sources }) => {
              const helpUri = sources.find(({ url }) => url !== null)?.url
              return {
                id: name,
                shortDescription: { text: title },
                defaultConfiguration: { level: severity },
                ...(helpUri && { helpUri }),
              }
            }),
          },
        },
        results: findings.map(({ finding, uri }) =>
          resultOf(finding, indexOf.get(finding.rule), ({ part }) => ({ uri: uri ?? fileNames[part] })),
        ),
      },
    ],
  }
}

function resultOf(
  finding: WireFinding,
  ruleIndex: number | undefined,
  artifactOf: (range: WireRange) => { uri: string },
): Result {
  const {
    rule,
    severity,
    what,
    description,
    where,
    fingerprint,
    clients,
    count,
    fix,
    source_url: url,
  } = finding
  return {
    ruleId: rule,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: severity,
    message: { text: `${description} (${what})` },
    ...(where && {
      locations: [
        {
          physicalLocation: {
            artifactLocation: artifactOf(where),
            region: { ...regionOf(where), snippet: { text: where.snippet } },
          },
        },
      ],
    }),
    partialFingerprints: { 'finding/v1': fingerprint },
    ...(fix && { fixes: [fixOf(fix, artifactOf)] }),
    occurrenceCount: count,
    properties: { clients, source: finding.source, source_url: url },
  }
}

const regionOf = ({ line, column, end_line: endLine, end_column: endColumn }: WireRange) => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
})

function fixOf(
  { description, edits }: NonNullable<WireFinding['fix']>,
  artifactOf: (range: WireRange) => { uri: string },
): Fix {
  const changes = new Map<string, Replacement[]>()
  for (const { where, text } of edits) {
    const { uri } = artifactOf(where)
    const replacement = { deletedRegion: regionOf(where), insertedContent: { text } }
    changes.set(uri, [...(changes.get(uri) ?? []), replacement])
  }
  return {
    description: { text: description },
    artifactChanges: [...changes].map(([uri, replacements]) => ({ artifactLocation: { uri }, replacements })),
  }
}
