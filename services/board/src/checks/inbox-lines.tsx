import { formatNumber } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiChecks, ApiInboxRow } from '../api/schema'
import type { ChecksQuery } from './check-kinds'
import { checkTexts } from './checks-texts'
import { ClientNames, type FindingContext } from './finding-row'

/** Equal rows stand once, with the email clients that show them. */
export function Inbox({
  checks,
  query,
  ...context
}: FindingContext & { checks: ApiChecks['checks']; query: ChecksQuery }): ReactNode {
  const lines = new Map<string, { row: ApiInboxRow; clients: string[] }>()
  for (const row of checks.flatMap(({ facts }) => facts.rows ?? [])) {
    const { client, sender, subject, preheader } = row
    const key = JSON.stringify([sender, subject, preheader])
    const line = lines.get(key) ?? { row, clients: [] }
    line.clients.push(client)
    lines.set(key, line)
  }
  if (lines.size === 0) return null
  return (
    <details
      className="folded"
      id="inbox"
      data-kind="inbox"
      open={query.kind === 'inbox'}
      hidden={query.kind !== undefined && query.kind !== 'inbox'}
    >
      <summary>
        {checkTexts[context.language].inbox}{' '}
        <span className="count">{formatNumber(context.language, lines.size)}</span>
      </summary>
      <ol className="changes">
        {[...lines.values()].map(({ row, clients }, index) => (
          <li key={index} className="change">
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
              <ClientNames clients={clients} id={`inbox-${index}`} {...context} />
            </small>
          </li>
        ))}
      </ol>
    </details>
  )
}
