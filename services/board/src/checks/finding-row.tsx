import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiFinding } from '../api/schema'
import type { EmailClients } from '../grid/tiles'
import { WithCode } from '../picture/change-list'
import { pictureTexts } from '../picture/picture-texts'
import { checkTexts } from './checks-texts'

/** What the rows of one email have in common. */
export interface How {
  path: string
  emailClients: EmailClients
  language: Language
}

/** Email clients that a finding names before the others are counted. */
const mostNamed = 4

/** One finding: what it is about, what is wrong, who says so, in which email clients, and where. */
export function FindingRow({
  finding,
  path,
  emailClients,
  language,
}: How & { finding: ApiFinding }): ReactNode {
  const texts = checkTexts[language]
  const { rule, severity, what, where, count, clients, description, fix, source, source_url: url } = finding
  return (
    <li className="change" id={finding.fingerprint.slice(0, 12)}>
      <div className="what">
        <code>
          <bdi>{what}</bdi>
        </code>
        <small>{count > 1 && pictureTexts[language].times({ number: formatNumber(language, count) })}</small>
      </div>
      <p className={severity === 'error' ? 'bad' : undefined} lang="en">
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
            {texts.in({ names: namesOf(clients, emailClients, language) })}
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

/** Where a finding is; in the HTML, a link to the line of the source. */
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

/** The names of email clients, of many the first. */
export function namesOf(clients: readonly string[], emailClients: EmailClients, language: Language): string {
  const named = clients.slice(0, mostNamed).map((code) => {
    const known = emailClients[code]
    return known ? `${known.name} (${known.platform})` : code
  })
  const names = named.join(', ')
  const more = clients.length - named.length
  return more > 0 ? checkTexts[language].andMore({ names, number: formatNumber(language, more) }) : names
}
