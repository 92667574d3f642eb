import type { EmailClient, Fidelity } from '@pas/email-clients/catalogue/email-client'
import { FormToken, formTokenOf } from '@pas/pages/form-token'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { sendPage } from '../views/page'

/** What the page of email clients shows. */
export interface ClientsPage {
  emailClients: readonly EmailClient[]
  /** Codes of the email clients whose boxes are ticked. */
  ticked: readonly string[]
  /** False while the user has not chosen and the popular set is used. */
  hasChosen: boolean
  notice?: string | undefined
  error?: string
  status?: number
}

/** Sends the page with every offered email client, on which a user ticks those to test with by default. */
export function sendClientsPage(
  res: Response,
  { emailClients, ticked, hasChosen, notice, error, status = 200 }: ClientsPage,
): void {
  const groups = [...new Set(emailClients.map(({ group }) => group))].sort(inEnglish)
  sendPage(
    res,
    { title: 'Email clients', status, scripts: ['/assets/client-search.js'] },
    <>
      <h1>Email clients to test with</h1>
      <p>
        Applications that you connected show your emails in these email clients unless you ask for others.
      </p>
      {notice && (
        <p className="notice" role="status">
          {notice}
        </p>
      )}
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      {!hasChosen && !error && (
        <p className="hint">You have not chosen yet: this is the popular set. Change it, then save.</p>
      )}
      {/* Hidden until client-search.js runs, because the search does not work without it. */}
      <p className="field" id="search" hidden>
        <label htmlFor="search-text">Search</label>
        <input type="search" id="search-text" autoComplete="off" placeholder="Name, platform or code" />
        <span className="hint" role="status" id="search-result" />
      </p>
      <nav className="jumps" aria-label="Groups of email clients">
        {groups.map((name) => (
          <a key={name} href={`#${idOf(name)}`}>
            {name}
          </a>
        ))}
      </nav>
      <form method="post" action="/settings/clients">
        <FormToken value={formTokenOf(res)} />
        {groups.map((name) => (
          <Group
            key={name}
            name={name}
            emailClients={emailClients.filter(({ group }) => group === name).sort(byName)}
            ticked={ticked}
          />
        ))}
        <div className="bar actions">
          <button name="action" value="save">
            Save
          </button>
          {hasChosen && (
            <button className="secondary" name="action" value="reset">
              Use the popular set
            </button>
          )}
          <output className="hint" id="count" hidden />
        </div>
      </form>
    </>,
  )
}

function Group({
  name,
  emailClients,
  ticked,
}: {
  name: string
  emailClients: readonly EmailClient[]
  ticked: readonly string[]
}): ReactNode {
  return (
    <fieldset className="card group" id={idOf(name)} data-name={name}>
      <legend>
        {name} <span className="hint">({emailClients.length})</span>
      </legend>
      <button type="button" className="quiet" hidden data-all aria-label={`Tick all of ${name}`}>
        Tick all
      </button>
      <ul className="choices">
        {emailClients.map(({ code, name: clientName, platform, fidelity }) => (
          <li key={code}>
            <label>
              <input
                type="checkbox"
                name="email_client"
                value={code}
                defaultChecked={ticked.includes(code)}
              />
              <span>
                {clientName} · {platform}
              </span>
              <span className="hint">
                {code} · {fidelityTexts[fidelity]}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const idOf = (groupName: string): string => groupName.toLowerCase().replace(/[^a-z]+/g, '-')

const fidelityTexts: Record<Fidelity, string> = {
  client: 'the real client',
  engine: 'the real engine',
  emulated: 'emulated',
}

const inEnglish = new Intl.Collator('en', { numeric: true }).compare
const byName = (a: EmailClient, b: EmailClient): number =>
  inEnglish(a.name, b.name) || inEnglish(a.platform, b.platform)
