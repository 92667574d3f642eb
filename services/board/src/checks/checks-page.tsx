import { clientsWithoutError } from '@pas/email-checks/answers'
import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiChecks, ApiComparedChecks, ApiEmail } from '../api/schema'
import { BelowEmailTitle } from '../email/below-email-title'
import { emailPath } from '../email/email-paths'
import type { EmailClients } from '../email/tiles'
import { sendPage } from '../views/page'
import { withQuery } from '../with-query'
import { findingsOf, isChosen, isMendable, type ChecksQuery } from './check-kinds'
import { ClientFilter, KindList } from './checks-filters'
import { checksLinkId } from './checks-link'
import { checkTexts } from './checks-texts'
import { ComparedChecks } from './compared-checks'
import type { FindingContext } from './finding-row'
import { FindingSections } from './finding-sections'
import { FoundRight, NotDone } from './found-right'
import { Inbox } from './inbox-lines'

export interface ChecksPage {
  email: ApiEmail
  /** Null if the API had no time to go through the email. */
  checks: ApiChecks | null
  /** Null without an earlier version whose content is kept. */
  compared: ApiComparedChecks | null
  query: ChecksQuery
  emailClients: EmailClients
}

/** Without scripts the page loads again while checks run. The API then waits for them (`?wait`). */
const reloadSeconds = 1

export function sendChecksPage(res: Response, page: ChecksPage): void {
  const { email, checks, query, emailClients } = page
  const language = languageOf(res.req)
  const texts = checkTexts[language]
  const path = emailPath(email.email_guid)
  const context = { path, linePath: linePathOf(path), emailClients, language, canMend: true }
  const mendable = checks ? findingsOf(checks).filter(isMendable) : []
  sendPage(
    res,
    { title: texts.title, scripts: ['/assets/checks.js'] },
    <>
      <div className="title">
        <BelowEmailTitle email={email} heading={texts.title} backTo={checksLinkId} language={language} />
        {mendable.length > 0 && (
          <div className="actions">
            <a className="button primary" href={withQuery(`${path}/redraw`, { mend: 'all' })}>
              {texts.mendAll({ number: formatNumber(language, mendable.length) })}
            </a>
          </div>
        )}
      </div>
      {checks === null ? (
        <p className="bad">{texts.late}</p>
      ) : (
        <ChecksReport
          checks={checks}
          compared={page.compared}
          query={query}
          checksPath={`${path}/checks`}
          {...context}
        />
      )}
    </>,
  )
}

const linePathOf =
  (path: string) =>
  (line: number): string =>
    `${path}/source?line=${line}#L${line}`

/** The page's script replaces what is in it, while checks run. */
export function ChecksReport({
  checks,
  compared,
  query,
  checksPath,
  ...context
}: FindingContext & {
  checks: ApiChecks
  compared: ApiComparedChecks | null
  query: ChecksQuery
  checksPath: string
}): ReactNode {
  const { language } = context
  const texts = checkTexts[language]
  const findings = findingsOf(checks)
  const isRunning = !checks.complete
  const newOnes = new Set(compared?.new.map(({ fingerprint }) => fingerprint))
  const hasNothing = !findings.some((finding) => isChosen(finding, query))
  return (
    <div className="checks" id="checks" data-running={isRunning || undefined}>
      {isRunning && (
        <noscript>
          <meta
            httpEquiv="refresh"
            content={`${reloadSeconds}; url=${withQuery(checksPath, { ...query, wait: '' })}`}
          />
        </noscript>
      )}
      <KindList checks={checks} query={query} checksPath={checksPath} language={language} />
      <div>
        <div className="checks-bar">
          <Summary checks={checks} language={language} />
          <ClientFilter checks={checks} query={query} checksPath={checksPath} {...context} />
        </div>
        <p className="running" role="status">
          {isRunning && texts.running}
        </p>
        {compared && <ComparedChecks compared={compared} {...context} />}
        <FindingSections findings={findings} query={query} newOnes={newOnes} {...context} />
        <p className="nothing" id="nothing" hidden={!hasNothing || findings.length === 0}>
          {texts.nothingChosen}{' '}
          <a href={withQuery(checksPath, { view: query.view })} data-kind="">
            {texts.showAll}
          </a>
        </p>
        <FoundRight checks={checks.checks} query={query} language={language} />
        <Inbox checks={checks.checks} query={query} {...context} />
        <NotDone checks={checks.checks} language={language} />
      </div>
    </div>
  )
}

function Summary({ checks, language }: { checks: ApiChecks; language: Language }): ReactNode {
  const texts = checkTexts[language]
  const checked = checks.clients_checked
  if (checks.complete && checks.counts.error + checks.counts.warning === 0)
    return <p className="good">{`✓ ${texts.nothing}`}</p>
  return (
    <p className="muted">
      {texts.withoutError({
        number: formatNumber(language, clientsWithoutError(checked, findingsOf(checks)).length),
        all: formatNumber(language, checked.length),
      })}
    </p>
  )
}
