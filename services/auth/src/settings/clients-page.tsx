import { emailClients } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import { Fragment, type ReactNode } from 'react'
import { Field } from '../views/field'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { clientsTexts } from './clients-texts'
import { emailClientSections, type EmailClientSection } from './email-client-sections'

/** What the page of email clients shows. */
export interface ClientsPage {
  /** Codes of the popular set, which is the first section. */
  popular: readonly string[]
  /** Codes of the email clients whose boxes are ticked. */
  ticked: readonly string[]
  /** False while the user has not chosen and the popular set is used. */
  hasChosen: boolean
  notice?: string | undefined
  error?: string
  status?: number
}

type Texts = (typeof clientsTexts)[keyof typeof clientsTexts]

/**
 * Sends the page with every offered email client, on which a user ticks those to test with by default. A section is
 * folded unless it is the first or has a tick.
 */
export function sendClientsPage(
  res: Response,
  { popular, ticked, hasChosen, notice, error, status = 200 }: ClientsPage,
): void {
  const texts = clientsTexts[languageOf(res.req)]
  const names = Object.keys(emailClientSections) as EmailClientSection[]
  sendPage(
    res,
    { title: texts.title, status, scripts: ['/assets/choose-clients.js'] },
    <>
      <h1>{texts.heading}</h1>
      <p>{texts.intro}</p>
      <Outcome notice={notice} error={error} />
      {!hasChosen && !error && <p className="hint">{texts.notChosen}</p>}
      {/* Hidden until choose-clients.js runs, because searching and filtering do not work without it. */}
      <div className="search" id="search" hidden>
        <Field
          label={texts.search}
          type="search"
          id="search-text"
          autoComplete="off"
          placeholder={texts.placeholder}
        />
        <label>
          <input type="checkbox" id="only-ticked" autoComplete="off" />
          {texts.onlyTicked}
        </label>
        <p className="hint" role="status" id="search-result" />
      </div>
      <form
        method="post"
        action="/settings/clients"
        id="choice"
        data-count={texts.count}
        data-unsaved={texts.unsaved}
        data-found={texts.found}
        data-none-found={texts.noneFound}
        data-none-ticked={texts.noneTicked}
      >
        <FormToken value={formTokenOf(res)} />
        <Section
          id="popular"
          name={texts.popular}
          emailClients={emailClients.filter(({ code }) => popular.includes(code))}
          ticked={ticked}
          isOpen
          texts={texts}
        />
        {names.map((id) => (
          <Section
            key={id}
            id={id}
            name={texts.sections[id]}
            emailClients={emailClientSections[id].filter(({ code }) => !popular.includes(code))}
            ticked={ticked}
            texts={texts}
          />
        ))}
        <Meanings texts={texts} />
        <div className="bar actions">
          <button name="action" value="save">
            {texts.save}
          </button>
          {hasChosen && (
            <button className="secondary" name="action" value="reset">
              {texts.usePopular}
            </button>
          )}
          <output className="hint" id="count" hidden />
        </div>
      </form>
    </>,
  )
}

function Section({
  id,
  name,
  emailClients,
  ticked,
  isOpen = false,
  texts,
}: {
  id: string
  name: string
  emailClients: readonly EmailClient[]
  ticked: readonly string[]
  isOpen?: boolean
  texts: Texts
}): ReactNode {
  // Empty when every email client of the section is in the popular set, which the operator configures.
  if (emailClients.length === 0) return null
  const words = new Set(emailClients.map(({ fidelity }) => texts.fidelity[fidelity].word))
  const tick = {
    'data-all': texts.tickAll({ section: name }),
    'data-none': texts.tickNone({ section: name }),
  }
  return (
    <details className="card section" open={isOpen || emailClients.some(({ code }) => ticked.includes(code))}>
      <summary>
        <h2 id={id}>{name}</h2>
        <span className="hint">{emailClients.length}</span>
      </summary>
      <div className="actions">
        <button type="button" className="quiet" hidden {...tick} />
        {words.size === 1 && <span className="hint">{[...words]}</span>}
      </div>
      <ul className="choices" aria-labelledby={id}>
        {[...emailClients].sort(byName).map(({ code, name: clientName, platform, fidelity }) => (
          <li key={code}>
            <label>
              <input
                type="checkbox"
                name="email_client"
                value={code}
                defaultChecked={ticked.includes(code)}
              />
              {`${clientName} · ${platform}`}
              <small>{words.size === 1 ? code : `${code} · ${texts.fidelity[fidelity].word}`}</small>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What the words beside the email clients' codes mean. */
const Meanings = ({ texts }: { texts: Texts }): ReactNode => (
  <details className="meanings">
    <summary>{texts.fidelityTitle}</summary>
    <dl className="facts">
      {Object.values(texts.fidelity).map(({ word, meaning }) => (
        <Fragment key={word}>
          <dt>{word}</dt>
          <dd>{meaning}</dd>
        </Fragment>
      ))}
    </dl>
  </details>
)

const inEnglish = new Intl.Collator('en', { numeric: true }).compare
const byName = (a: EmailClient, b: EmailClient): number =>
  inEnglish(a.name, b.name) || inEnglish(a.platform, b.platform)
