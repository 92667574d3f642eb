import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatDay, formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { applicationsTexts } from './applications-texts'
import type { ConnectedApplication } from './list-connected-applications'

export function sendApplicationsPage(
  res: Response,
  {
    applications,
    wasDisconnected,
  }: {
    applications: readonly ConnectedApplication[]
    wasDisconnected: boolean
  },
): void {
  const language = languageOf(res.req)
  const texts = applicationsTexts[language]
  sendPage(
    res,
    { title: texts.title },
    <>
      <h1>{texts.heading}</h1>
      {applications.length > 0 && <p>{texts.intro}</p>}
      <Outcome notice={wasDisconnected ? texts.disconnected : undefined} />
      {applications.length === 0 ? (
        <section className="card">
          <p>{texts.none}</p>
          <p className="hint">{texts.noneHint}</p>
        </section>
      ) : (
        applications.map((application) => (
          <Application
            key={application.clientId}
            application={application}
            language={language}
            formToken={formTokenOf(res)}
          />
        ))
      )}
    </>,
  )
}

function Application({
  application: { clientId, name, accountName, since, callbackHosts, isDisabled, links, webhooks },
  language,
  formToken,
}: {
  application: ConnectedApplication
  language: Language
  formToken: string
}): ReactNode {
  const texts = applicationsTexts[language]
  const linksAndWebhooks = [
    ...(links > 0 ? [texts.links({ count: links, number: formatNumber(language, links) })] : []),
    ...(webhooks > 0 ? [texts.webhooks({ count: webhooks, number: formatNumber(language, webhooks) })] : []),
  ]
  return (
    <section className="card">
      <h2>
        <bdi>{name}</bdi>
      </h2>
      {isDisabled && <p className="hint">{texts.switchedOff}</p>}
      <dl className="facts">
        <dt>{texts.madeBy}</dt>
        <dd>
          <bdi>{accountName}</bdi>
        </dd>
        <dt>{texts.since}</dt>
        <dd>
          <time dateTime={since.toISOString()}>{formatDay(language, since)}</time>
        </dd>
        <dt>{texts.answersGoTo}</dt>
        <dd>{callbackHosts.join(', ')}</dd>
        {linksAndWebhooks.length > 0 && (
          <>
            <dt>{texts.madeForYou}</dt>
            <dd>{linksAndWebhooks.join(', ')}</dd>
          </>
        )}
      </dl>
      <form method="post" action="/settings/applications">
        <FormToken value={formToken} />
        <input type="hidden" name="client_id" value={clientId} />
        <button className="danger" aria-label={texts.disconnectNamed({ application: name })}>
          {texts.disconnect}
        </button>
      </form>
      <p className="hint">{texts.disconnectHint}</p>
    </section>
  )
}
