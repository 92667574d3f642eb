import { clientsWithoutError } from '@pas/email-checks/answers'
import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiChecks, ApiEmail, ApiFinding, ApiInboxRow } from '../api/schema'
import { BelowEmailTitle } from '../email/below-email-title'
import { emailPath } from '../email/email-paths'
import type { EmailClients } from '../email/tiles'
import { sendPage } from '../views/page'
import { checkTexts } from './checks-texts'
import { ClientNames, FindingRow, type FindingContext } from './finding-row'

export interface ChecksPage {
  email: ApiEmail
  /** Null if the API had no time to go through the email. */
  checks: ApiChecks | null
  emailClients: EmailClients
}

/** The page loads again while checks run. The API then waits for them (`?wait`). */
const reloadSeconds = 1

const severities = ['error', 'warning', 'note'] as const

export function sendChecksPage(res: Response, { email, checks, emailClients }: ChecksPage): void {
  const language = languageOf(res.req)
  const texts = checkTexts[language]
  const findings = checks?.checks.flatMap((check) => check.findings) ?? []
  const path = emailPath(email.email_guid)
  if (checks?.complete === false) res.setHeader('Refresh', `${reloadSeconds}; url=${path}/checks?wait`)
  const context: FindingContext = { path, emailClients, language }
  sendPage(
    res,
    { title: texts.title },
    <>
      <div className="title">
        <BelowEmailTitle email={email} heading={texts.title} language={language} />
      </div>
      {checks === null ? (
        <p className="bad">{texts.late}</p>
      ) : (
        <>
          {!checks.complete && <p role="status">{texts.running}</p>}
          <Summary checks={checks} findings={findings} language={language} />
          {severities.map((severity) => (
            <Findings
              key={severity}
              severity={severity}
              findings={findings.filter((finding) => finding.severity === severity)}
              {...context}
            />
          ))}
          <Inbox rows={checks.checks.flatMap(({ facts }) => facts.rows ?? [])} {...context} />
          <NotDone checks={checks} language={language} />
        </>
      )}
    </>,
  )
}

function Summary({
  checks,
  findings,
  language,
}: {
  checks: ApiChecks
  findings: readonly ApiFinding[]
  language: Language
}): ReactNode {
  const texts = checkTexts[language]
  const checked = checks.clients_checked
  if (findings.length === 0) return checks.complete ? <p className="nothing">{texts.nothing}</p> : null
  return (
    <p className="muted">
      {texts.withoutError({
        number: formatNumber(language, clientsWithoutError(checked, findings).length),
        all: formatNumber(language, checked.length),
      })}
    </p>
  )
}

/** Notes are folded, because they are many and nothing is wrong. */
function Findings({
  severity,
  findings,
  ...context
}: FindingContext & { severity: (typeof severities)[number]; findings: readonly ApiFinding[] }): ReactNode {
  const { heading, meaning } = checkTexts[context.language].severities[severity]
  if (findings.length === 0) return null
  const count = <span className="count">{formatNumber(context.language, findings.length)}</span>
  const list = (
    <ol className="changes findings">
      {findings.map((finding) => (
        <FindingRow key={finding.fingerprint} finding={finding} {...context} />
      ))}
    </ol>
  )
  if (severity === 'note')
    return (
      <details className="folded">
        <summary>
          {heading} {count}
        </summary>
        {list}
      </details>
    )
  return (
    <section>
      <h2>
        {heading} {count}
      </h2>
      <p className="hint">{meaning}</p>
      {list}
    </section>
  )
}

/** Equal rows stand once, with the email clients that show them. */
function Inbox({
  rows,
  path,
  emailClients,
  language,
}: FindingContext & { rows: readonly ApiInboxRow[] }): ReactNode {
  const lines = new Map<string, { row: ApiInboxRow; clients: string[] }>()
  for (const row of rows) {
    const { client, sender, subject, preheader } = row
    const key = JSON.stringify([sender, subject, preheader])
    const line = lines.get(key) ?? { row, clients: [] }
    line.clients.push(client)
    lines.set(key, line)
  }
  if (lines.size === 0) return null
  return (
    <section>
      <h2>{checkTexts[language].inbox}</h2>
      <ol className="changes findings">
        {[...lines].map(([key, { row, clients }]) => (
          <li key={key} className="change">
            <p className="one-line">
              {row.sender !== null && (
                <>
                  <bdi>{row.sender}</bdi>{' '}
                </>
              )}
              <strong>
                <bdi>{row.subject ?? ''}</bdi>
              </strong>{' '}
              <bdi className="muted">{row.preheader ?? ''}</bdi>
            </p>
            <small>
              <ClientNames clients={clients} path={path} emailClients={emailClients} language={language} />
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}

function NotDone({ checks: { checks }, language }: { checks: ApiChecks; language: Language }): ReactNode {
  const texts = checkTexts[language]
  const notDone = checks.filter(({ status }) => status !== 'done')
  if (notDone.length === 0) return null
  const statuses: Record<string, string | undefined> = texts.statuses
  return (
    <details className="folded">
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
