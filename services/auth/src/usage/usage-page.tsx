import { formatBytes, formatMonth, formatNumber, languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import { Fragment, type ReactNode } from 'react'
import { sendPage } from '../views/page'
import type { AccountUsage, Used } from './read-usage'
import { usageTexts } from './usage-texts'

export function sendUsagePage(res: Response, { now, limits, counted }: AccountUsage & { now: Date }): void {
  const language = languageOf(res.req)
  const texts = usageTexts[language]
  const number = (value: number): string => formatNumber(language, value)
  const used = ({ emails, captures }: Used): [string, string][] => [
    [texts.emails, number(emails)],
    [texts.captures, number(captures)],
  ]
  sendPage(
    res,
    { title: texts.title },
    <>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      {counted ? (
        <>
          <Facts id="hour" title={texts.lastHour} facts={used(counted.lastHour)} />
          <Facts
            id="month"
            title={texts.month({ month: formatMonth(language, now) })}
            facts={used(counted.month)}
          >
            <p className="hint">{texts.monthHint}</p>
          </Facts>
        </>
      ) : (
        <p className="card">{texts.notCounted}</p>
      )}
      <Facts
        id="limits"
        title={texts.limits}
        facts={[
          [texts.emailsPerMinute, number(limits.emailsPerMinute)],
          [texts.emailBytesPerHour, formatBytes(language, limits.emailBytesPerHour)],
          [texts.capturesPerHour, number(limits.capturesPerHour)],
          [texts.capturesWaiting, number(limits.capturesWaiting)],
          [texts.checksPerMinute, number(limits.checksPerMinute)],
        ]}
      >
        <p className="hint">{texts.limitsHint}</p>
      </Facts>
    </>,
  )
}

const Facts = ({
  id,
  title,
  facts,
  children,
}: {
  id: string
  title: string
  facts: [string, string][]
  children?: ReactNode
}): ReactNode => (
  <section className="card" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <dl className="facts">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
    {children}
  </section>
)
