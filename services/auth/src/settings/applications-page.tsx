import { FormToken, formTokenOf } from '@pas/pages/form-token'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { sendPage } from '../views/page'
import type { ConnectedApplication } from './list-connected-applications'

/** Sends the page that lists the applications connected to the user, with a button that disconnects each. */
export function sendApplicationsPage(
  res: Response,
  { applications, notice }: { applications: readonly ConnectedApplication[]; notice: string | undefined },
): void {
  sendPage(
    res,
    { title: 'Applications' },
    <>
      <h1>Connected applications</h1>
      <p>You allowed these applications to act for you. Disconnect those that you no longer use.</p>
      {notice && (
        <p className="notice" role="status">
          {notice}
        </p>
      )}
      {applications.length === 0 ? (
        <section className="card">
          <p>No application acts for you.</p>
          <p className="hint">
            An application that wants to act for you sends you here, and you decide whether to allow it.
          </p>
        </section>
      ) : (
        applications.map((application) => (
          <Application key={application.clientId} application={application} formToken={formTokenOf(res)} />
        ))
      )}
    </>,
  )
}

function Application({
  application: { clientId, name, accountName, since, callbackHosts, isDisabled },
  formToken,
}: {
  application: ConnectedApplication
  formToken: string
}): ReactNode {
  return (
    <section className="card">
      <h2>{name}</h2>
      {isDisabled && <p className="hint">This application is switched off and cannot act for you.</p>}
      <dl className="facts">
        <dt>Made by</dt>
        <dd>{accountName}</dd>
        <dt>Connected since</dt>
        <dd>
          <time dateTime={since.toISOString()}>{dayFormat.format(since)}</time>
        </dd>
        <dt>Answers go to</dt>
        <dd>{callbackHosts.join(', ')}</dd>
      </dl>
      <form method="post" action="/settings/applications">
        <FormToken value={formToken} />
        <input type="hidden" name="client_id" value={clientId} />
        <button className="danger" aria-label={`Disconnect ${name}`}>
          Disconnect
        </button>
      </form>
      <p className="hint">It loses its access at once, and has to ask you again to get it back.</p>
    </section>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
