import { formatNumber, type Language } from '@pas/pages/languages'
import { Fragment, type ReactNode } from 'react'
import type { ApiChecks } from '../api/schema'
import type { EmailClients } from '../email/tiles'
import { withQuery } from '../with-query'
import { checkKinds, findingsOf, kindOf, type CheckKind, type ChecksQuery } from './check-kinds'
import { checkTexts } from './checks-texts'

interface FilterProps {
  checks: ApiChecks
  query: ChecksQuery
  /** The page's, without a query. */
  checksPath: string
  language: Language
}

/** The numbers count errors and warnings. */
export function KindList({ checks, query, checksPath, language }: FilterProps): ReactNode {
  const texts = checkTexts[language]
  const kinds = checkKinds.filter((kind) => checks.checks.some(({ name }) => kindOf(name) === kind))
  return (
    <nav className="kinds" aria-label={texts.kindsLabel}>
      {[undefined, ...kinds].map((kind) => (
        <a
          key={kind ?? ''}
          href={withQuery(checksPath, { ...query, kind })}
          data-kind={kind ?? ''}
          aria-current={query.kind === kind ? 'true' : undefined}
        >
          <span>{kind === undefined ? texts.all : texts.kinds[kind]}</span>
          <KindState checks={checks} kind={kind} language={language} />
        </a>
      ))}
    </nav>
  )
}

function KindState({
  checks,
  kind,
  language,
}: Pick<FilterProps, 'checks' | 'language'> & { kind: CheckKind | undefined }): ReactNode {
  const texts = checkTexts[language]
  const isOfKind = (name: string): boolean => kind === undefined || kindOf(name) === kind
  const wrong = findingsOf(checks).filter(({ rule, severity }) => severity !== 'note' && isOfKind(rule))
  const states = checks.checks.filter(({ name }) => isOfKind(name)).map(({ status }) => status)
  if (wrong.length > 0)
    return (
      <span className={wrong.some(({ severity }) => severity === 'error') ? 'count bad' : 'count'}>
        {formatNumber(language, wrong.length)}
      </span>
    )
  if (states.includes('running'))
    return (
      <span className="count" role="img" aria-label={texts.statuses.running}>
        …
      </span>
    )
  return states.includes('done') ? (
    <span className="count good" role="img" aria-label={texts.right}>
      ✓
    </span>
  ) : (
    <span className="count" role="img" aria-label={texts.notDone}>
      –
    </span>
  )
}

export function ClientFilter({
  checks,
  query,
  checksPath,
  emailClients,
  language,
}: FilterProps & { emailClients: EmailClients }): ReactNode {
  const texts = checkTexts[language]
  const codes = checks.clients_checked
  if (codes.length < 2) return null
  return (
    <form className="client-filter" id="client-filter" action={checksPath}>
      {(['view', 'kind'] as const).map(
        (name) =>
          query[name] !== undefined && <input key={name} type="hidden" name={name} value={query[name]} />,
      )}
      <select
        name="client"
        aria-label={texts.clientFilter}
        defaultValue={query.client ?? ''}
        autoComplete="off"
      >
        <option value="">{texts.allClients}</option>
        {codes.map((code) => (
          <option key={code} value={code}>
            {nameOfClient(emailClients, code)}
          </option>
        ))}
      </select>
      <noscript>
        <button>{texts.apply}</button>
      </noscript>
      <span className="keys-hint">
        <span>
          {['n', 'p'].map((key) => (
            <Fragment key={key}>
              <kbd>{key}</kbd>{' '}
            </Fragment>
          ))}
          {texts.keysHint}
        </span>
      </span>
    </form>
  )
}

export function nameOfClient(emailClients: EmailClients, code: string): string {
  const known = emailClients[code]
  return known ? `${known.name} (${known.platform})` : code
}
