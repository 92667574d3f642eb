import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiChangeOfClients, ApiFinding } from '../api/schema'
import { Instead } from '../picture/change-list'
import { WithCode } from '../views/with-code'
import { pictureTexts } from '../picture/picture-texts'
import type { Listing } from './listing'
import { sourceTexts } from './source-texts'

interface NotesProps {
  listing: Listing
  language: Language
}

/** Folds what "What changed" folds beside a picture. */
export function ChangeNotes({
  changes,
  listing,
  language,
}: NotesProps & { changes: readonly ApiChangeOfClients[] }): ReactNode {
  return (['visible', 'other_clients', 'none'] as const).map((effect) => {
    const group = changes.filter((change) => change.effect === effect)
    const list = <List changes={group} listing={listing} language={language} />
    if (group.length === 0 || effect === 'visible') return <div key={effect}>{group.length > 0 && list}</div>
    return (
      <Folded
        key={effect}
        summary={pictureTexts[language].effects[effect]}
        count={group.length}
        language={language}
      >
        {list}
      </Folded>
    )
  })
}

/** Notes are folded, because nothing is wrong. */
export function FindingNotes({
  findings,
  listing: { checksPath },
  language,
}: NotesProps & { findings: readonly ApiFinding[] }): ReactNode {
  const rows = (chosen: readonly ApiFinding[]): ReactNode => (
    <ul>
      {chosen.map(({ rule, severity, what, description, fingerprint }) => (
        <li key={fingerprint}>
          <strong className={severity === 'error' ? 'bad' : undefined}>
            {sourceTexts[language].severities[severity]}
          </strong>{' '}
          <span lang="en">
            <WithCode text={description} />
          </span>{' '}
          <code>
            <bdi>{what}</bdi>
          </code>
          {' · '}
          <a href={`${checksPath ?? ''}#${fingerprint.slice(0, 12)}`}>{rule}</a>
        </li>
      ))}
    </ul>
  )
  const wrong = (['error', 'warning'] as const).flatMap((one) =>
    findings.filter(({ severity }) => severity === one),
  )
  const notes = findings.filter(({ severity }) => severity === 'note')
  return (
    <>
      {wrong.length > 0 && rows(wrong)}
      {notes.length > 0 && (
        <Folded summary={sourceTexts[language].notes} count={notes.length} language={language}>
          {rows(notes)}
        </Folded>
      )}
    </>
  )
}

const Folded = ({
  summary,
  count,
  language,
  children,
}: {
  summary: string
  count: number
  language: Language
  children: ReactNode
}): ReactNode => (
  <details>
    <summary className="muted">
      {summary} <span className="count">{formatNumber(language, count)}</span>
    </summary>
    {children}
  </details>
)

function List({
  changes,
  listing,
  language,
}: {
  changes: readonly ApiChangeOfClients[]
  listing: Listing
  language: Language
}): ReactNode {
  const names = new Map(
    listing.clients.map(({ preview, name, platform }) => [preview.client, `${name} (${platform})`]),
  )
  return (
    <ul>
      {changes.map(({ rule, what, count, source, source_url: sourceUrl, instead, clients }, index) => (
        <li key={index}>
          <code>
            <bdi>{what}</bdi>
          </code>{' '}
          {rule.replaceAll('-', ' ')}
          {count > 1 && ` · ${pictureTexts[language].times({ number: formatNumber(language, count) })}`}
          {' · '}
          {sourceUrl ? <a href={sourceUrl}>{source}</a> : source}
          {listing.client === '' && (
            <span className="muted">
              {' · '}
              {sourceTexts[language].who({
                number: formatNumber(language, clients.length),
                names: clients
                  .slice(0, 4)
                  .map((code) => names.get(code) ?? code)
                  .join(', ')
                  .concat(clients.length > 4 ? ' …' : ''),
              })}
            </span>
          )}
          {instead && <Instead instead={instead} language={language} />}
        </li>
      ))}
    </ul>
  )
}
