import { formatNumber } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiFinding } from '../api/schema'
import { isChosen, type ChecksQuery } from './check-kinds'
import { checkTexts } from './checks-texts'
import { FindingRow, type FindingContext } from './finding-row'

const severities = ['error', 'warning', 'note'] as const

export const severityOrder = ({ severity }: Pick<ApiFinding, 'severity'>): number =>
  severities.indexOf(severity)

interface SectionProps extends FindingContext {
  findings: readonly ApiFinding[]
  query: ChecksQuery
  /** Fingerprints of those that the earlier version has not. */
  newOnes: ReadonlySet<string>
}

/** Errors first. Notes are folded, because they are many and nothing is wrong. */
export const FindingSections = (props: SectionProps): ReactNode =>
  severities.map((severity) => (
    <Section
      key={severity}
      severity={severity}
      {...props}
      findings={props.findings.filter((finding) => finding.severity === severity)}
    />
  ))

function Section({
  severity,
  findings,
  query,
  newOnes,
  ...context
}: SectionProps & { severity: (typeof severities)[number] }): ReactNode {
  const { heading, meaning } = checkTexts[context.language].severities[severity]
  if (findings.length === 0) return null
  const chosen = findings.filter((finding) => isChosen(finding, query)).length
  const count = (
    <span className="count" data-count="">
      {formatNumber(context.language, chosen)}
    </span>
  )
  const list = (
    <ol className="changes findings">
      {findings.map((finding) => (
        <FindingRow
          key={finding.fingerprint}
          finding={finding}
          isHidden={!isChosen(finding, query)}
          isNew={newOnes.has(finding.fingerprint)}
          {...context}
        />
      ))}
    </ol>
  )
  if (severity === 'note')
    return (
      <details className="folded severity" id="notes" hidden={chosen === 0}>
        <summary>
          {heading} {count}
        </summary>
        {list}
      </details>
    )
  return (
    <section className="severity" hidden={chosen === 0}>
      <h2>
        {heading} {count} <span className="hint">{meaning}</span>
      </h2>
      {list}
    </section>
  )
}
