import { formatNumber, type Language } from '@pas/pages/languages'
import { Fragment, type ReactNode } from 'react'
import type { ApiFinding } from '../api/schema'
import type { EmailClients } from '../email/tiles'
import { WithCode } from '../views/with-code'
import { withQuery } from '../with-query'
import { isMendable, kindOf } from './check-kinds'
import { nameOfClient } from './checks-filters'
import { checkTexts } from './checks-texts'
import { OtherLines, PartLine, Place } from './finding-places'

export interface FindingContext {
  /** The email's; null for readers of a share link. */
  path: string | null
  /** The line in the page of the source; without it, line numbers are no links. */
  linePath?: (line: number) => string
  emailClients: EmailClients
  language: Language
  /** Whether there is the page on which the email is changed. */
  canMend: boolean
}

interface RowProps extends FindingContext {
  finding: ApiFinding
  isHidden?: boolean
  isNew?: boolean
  /** The number of its frames on the picture beside the list. */
  frame?: number | null
}

export const findingId = ({ fingerprint }: ApiFinding): string => fingerprint.slice(0, 12)

/** First what is wrong, then where. */
export function FindingRow({ finding, isHidden, isNew, frame, ...context }: RowProps): ReactNode {
  const { language } = context
  const texts = checkTexts[language]
  const { rule, severity, what, where, count, clients, description, detail, fix } = finding
  return (
    <li
      className="change"
      id={findingId(finding)}
      tabIndex={-1}
      hidden={isHidden}
      data-kind={kindOf(rule)}
      data-clients={clients?.join(' ')}
    >
      <p className="wrong">
        {frame != null && <span className="frame-number">{frame}</span>}
        {isNew && <strong className="new">{texts.isNew}</strong>}
        <span className={severity === 'error' ? 'bad' : undefined} lang="en">
          {rule === 'contrast/text' && <Sample {...detail} letters={texts.sample} />}
          <WithCode text={description} />
        </span>
      </p>
      <div className="what">
        <code>
          <bdi>{what}</bdi>
        </code>
        <small>{count > 1 && texts.times({ number: formatNumber(language, count) })}</small>
      </div>
      <Parts finding={finding} {...context} />
      {clients && clients.length > 0 && (
        // No paragraph: it would end before `details`.
        <div className="in-clients">
          {texts.in} <ClientNames clients={clients} id={findingId(finding)} {...context} />
        </div>
      )}
      {fix && (
        <p className="instead">
          <strong>{texts.fix}</strong> <span lang="en">{fix.description}</span>
        </p>
      )}
      {where && (
        <div className="lines">
          <Place where={where} {...context} />
          <code className="code hit">{where.snippet.replace(/\s+/g, ' ').trim()}</code>
        </div>
      )}
      <OtherLines finding={finding} {...context} />
      <Actions finding={finding} {...context} />
    </li>
  )
}

/** What email clients change, place by place. One change is told by the description. */
function Parts({ finding, ...context }: FindingContext & { finding: ApiFinding }): ReactNode {
  const { parts } = finding
  const { language } = context
  if (parts.length < 2) return null
  const id = `${findingId(finding)}-parts`
  return (
    <details className="parts" id={id}>
      <summary>{checkTexts[language].parts({ number: formatNumber(language, parts.length) })}</summary>
      <ul>
        {parts.map(({ what, where, clients, description }, index) => (
          <li key={index}>
            <code>
              <bdi>{what}</bdi>
            </code>{' '}
            {where && <PartLine line={where.line} {...context} />}{' '}
            <span lang="en">
              <WithCode text={description} />
            </span>
            {clients && clients.length < (finding.clients?.length ?? Infinity) && (
              <small>
                {' '}
                {checkTexts[language].in} <ClientNames clients={clients} id={`${id}-${index}`} {...context} />
              </small>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Actions({ finding, path, language, canMend }: FindingContext & { finding: ApiFinding }): ReactNode {
  const texts = checkTexts[language]
  const { rule, where, source, source_url: url, basis } = finding
  const bases: Readonly<Partial<Record<string, string>>> = texts.bases
  return (
    <div className="finding-end">
      {canMend && path !== null && where?.part === 'html' && (
        <a href={`${path}/redraw?line=${where.line}#L${where.line}`}>
          {texts.editAt({ number: formatNumber(language, where.line) })}
        </a>
      )}
      {canMend && path !== null && isMendable(finding) && (
        <a href={withQuery(`${path}/redraw`, { mend: finding.fingerprint })}>{texts.mend}</a>
      )}
      <small>
        {rule}
        {basis !== null && ` · ${bases[basis] ?? basis}`}
        {source !== null && (
          <>
            {' · '}
            {url === null ? source : <a href={url}>{source}</a>}
          </>
        )}
      </small>
    </div>
  )
}

/** Two letters in the text's and the background's colours; nothing if these are unknown. */
function Sample({
  text,
  background,
  letters,
}: {
  text?: unknown
  background?: unknown
  letters: string
}): ReactNode {
  if (typeof text !== 'string' || typeof background !== 'string') return null
  return (
    <svg className="sample" viewBox="0 0 30 20" role="img" aria-label={`${text}, ${background}`}>
      <rect width="30" height="20" fill={background} />
      <text x="15" y="14.5" textAnchor="middle" fill={text}>
        {letters}
      </text>
    </svg>
  )
}

const maxNamed = 4

/** `id` names the place on the page: the script keeps what was opened there. */
export function ClientNames({
  clients,
  id,
  path,
  emailClients,
  language,
}: FindingContext & { clients: readonly string[]; id: string }): ReactNode {
  // A fold of one would be as long as what it hides.
  const named = clients.length <= maxNamed + 1 ? clients : clients.slice(0, maxNamed)
  const folded = clients.slice(named.length)
  const names = (codes: readonly string[]): ReactNode =>
    codes.map((code, index) => (
      <Fragment key={code}>
        {index > 0 && ', '}
        {path === null ? (
          nameOfClient(emailClients, code)
        ) : (
          <a href={`${path}/previews/${code}`}>{nameOfClient(emailClients, code)}</a>
        )}
      </Fragment>
    ))
  return (
    <>
      {names(named)}
      {folded.length > 0 && (
        <>
          {' '}
          <details className="more-clients" id={`${id}-clients`}>
            <summary>
              {checkTexts[language].andMore({ number: formatNumber(language, folded.length) })}
            </summary>
            {names(folded)}
          </details>
        </>
      )}
    </>
  )
}
