import { formatNumber, type Language } from '@pas/pages/languages'
import { Fragment, type ReactNode } from 'react'
import type { ApiFinding } from '../api/schema'
import type { EmailClients } from '../email/tiles'
import { WithCode } from '../picture/change-list'
import { pictureTexts } from '../picture/picture-texts'
import { checkTexts } from './checks-texts'

export interface FindingContext {
  path: string
  emailClients: EmailClients
  language: Language
}

const maxNamed = 4

export function FindingRow({
  finding,
  path,
  emailClients,
  language,
}: FindingContext & { finding: ApiFinding }): ReactNode {
  const texts = checkTexts[language]
  const { rule, severity, what, where, count, clients, description, detail, fix, source } = finding
  const { source_url: url } = finding
  return (
    <li className="change" id={finding.fingerprint.slice(0, 12)}>
      <div className="what">
        <code>
          <bdi>{what}</bdi>
        </code>
        <small>{count > 1 && pictureTexts[language].times({ number: formatNumber(language, count) })}</small>
      </div>
      <p className={severity === 'error' ? 'bad' : undefined} lang="en">
        {rule === 'contrast/text' && <Sample {...detail} letters={texts.sample} />}
        <WithCode text={description} />
      </p>
      <small>
        {rule}
        {source !== null && (
          <>
            {' · '}
            {url === null ? source : <a href={url}>{source}</a>}
          </>
        )}
        {clients && (
          <>
            {' · '}
            {texts.in}{' '}
            <ClientNames clients={clients} path={path} emailClients={emailClients} language={language} />
          </>
        )}
      </small>
      {fix && (
        <p className="instead">
          <strong>{texts.fix}</strong> <span lang="en">{fix.description}</span>
        </p>
      )}
      {where && (
        <div className="lines">
          <Place where={where} path={path} language={language} />
          <code className="code hit">{where.snippet.replace(/\s+/g, ' ').trim()}</code>
        </div>
      )}
    </li>
  )
}

function Place({
  where: { part, line },
  path,
  language,
}: {
  where: NonNullable<ApiFinding['where']>
  path: string
  language: Language
}): ReactNode {
  const texts = checkTexts[language]
  const number = formatNumber(language, line)
  if (part === 'html')
    return (
      <a
        className="number hit"
        href={`${path}/source?line=${line}#L${line}`}
        aria-label={texts.line({ number })}
      >
        {line}
      </a>
    )
  const place = part === 'text' ? texts.inText({ number }) : texts.inHeader({ number })
  return (
    <span className="number hit" title={place}>
      {line}
    </span>
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

export function ClientNames({
  clients,
  path,
  emailClients,
  language,
}: FindingContext & { clients: readonly string[] }): ReactNode {
  const unnamedCount = clients.length - maxNamed
  return (
    <>
      {clients.slice(0, maxNamed).map((code, index) => {
        const known = emailClients[code]
        return (
          <Fragment key={code}>
            {index > 0 && ', '}
            <a href={`${path}/previews/${code}`}>{known ? `${known.name} (${known.platform})` : code}</a>
          </Fragment>
        )
      })}
      {unnamedCount > 0 &&
        ` ${checkTexts[language].andMore({ number: formatNumber(language, unnamedCount) })}`}
    </>
  )
}
