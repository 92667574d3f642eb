import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiChecks } from '../api/schema'
import { kindOf, type ChecksQuery } from './check-kinds'
import { checkTexts } from './checks-texts'

type Check = ApiChecks['checks'][number]

/** One line for each check that is done and has neither error nor warning. */
export function FoundRight({
  checks,
  query,
  language,
}: {
  checks: readonly Check[]
  query: ChecksQuery
  language: Language
}): ReactNode {
  const texts = checkTexts[language]
  const sentences: Readonly<Partial<Record<string, string>>> = texts.rightChecks
  const right = checks.filter(
    ({ status, findings }) => status === 'done' && findings.every(({ severity }) => severity === 'note'),
  )
  if (right.length === 0) return null
  const isHidden = ({ name }: Check): boolean => query.kind !== undefined && kindOf(name) !== query.kind
  return (
    <section className="right" hidden={right.every(isHidden)}>
      <h2>{texts.right}</h2>
      <ul>
        {right.map((check) => (
          <li key={check.name} data-kind={kindOf(check.name)} hidden={isHidden(check)}>
            {sentences[check.name] ?? check.name}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function NotDone({ checks, language }: { checks: readonly Check[]; language: Language }): ReactNode {
  const texts = checkTexts[language]
  const notDone = checks.filter(({ status }) => status !== 'done')
  if (notDone.length === 0) return null
  const statuses: Readonly<Partial<Record<string, string>>> = texts.statuses
  return (
    <details className="folded" id="not-done">
      <summary>
        {texts.notDone} <span className="count">{formatNumber(language, notDone.length)}</span>
      </summary>
      <ul>
        {notDone.map(({ name, status, description }) => (
          <li key={name}>
            <code>{name}</code> {statuses[status] ?? status}
            {description !== null && <span lang="en">{`: ${description}`}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
