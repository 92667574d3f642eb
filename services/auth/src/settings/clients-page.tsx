import { maxSetNameLength, type EmailClientSet } from '@pas/accounts/email-client-sets'
import { emailClients } from '@pas/email-clients/catalogue'
import {
  chooserScript,
  EmailClientChooser,
  type ChoosableEmailClient,
} from '@pas/pages/chooser/email-client-chooser'
import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { Field } from '../views/field'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { StrongName } from '../views/person'
import { clientsTexts } from './clients-texts'

export interface ClientsPage {
  /** Null when it is not known. */
  served: ReadonlySet<string> | null
  popular: readonly string[]
  ticked: readonly string[]
  hasChosen: boolean
  sets: readonly EmailClientSet[]
  shownSet?: EmailClientSet | undefined
  setName?: string | undefined
  notice?: string | undefined
  error?: string
  isNameWrong?: boolean
  status?: number
}

type Texts = (typeof clientsTexts)[keyof typeof clientsTexts]

export function sendClientsPage(
  res: Response,
  {
    served,
    popular,
    ticked,
    hasChosen,
    sets,
    shownSet,
    setName = shownSet?.name ?? '',
    notice,
    error,
    isNameWrong = false,
    status = 200,
  }: ClientsPage,
): void {
  const language = languageOf(res.req)
  const texts = clientsTexts[language]
  const fault = isNameWrong && { 'aria-invalid': true, 'aria-describedby': 'error' }
  sendPage(
    res,
    { title: texts.title, status, scripts: [chooserScript] },
    <>
      <h1>{texts.heading}</h1>
      <p>{texts.intro}</p>
      <Outcome notice={notice} error={error} />
      {sets.length > 0 && <Sets sets={sets} texts={texts} formToken={formTokenOf(res)} />}
      {shownSet && (
        <p>
          <Sentence text={texts.shown} elements={{ set: <StrongName text={shownSet.name} /> }} />
        </p>
      )}
      {!hasChosen && !error && !shownSet && <p className="hint">{texts.notChosen}</p>}
      <form method="post" action="/settings/clients" id="choice">
        <FormToken value={formTokenOf(res)} />
        <EmailClientChooser
          language={language}
          field="email_client"
          emailClients={markUnavailable(served)}
          popular={popular}
          ticked={ticked}
          sets={sets.map(({ emailClients: clients, ...set }) => ({ ...set, clients }))}
        />
        <details className="unfolding" open={setName !== '' || isNameWrong}>
          <summary>{texts.saveAsSet}</summary>
          <Field
            label={texts.setName}
            type="text"
            id="set_name"
            name="set_name"
            autoComplete="off"
            maxLength={maxSetNameLength}
            defaultValue={setName}
            dir="auto"
            {...fault}
          >
            <span className="hint">{texts.setNameHint}</span>
          </Field>
          {/* The form's first button, so Enter in the field presses it. */}
          <button className="secondary" name="action" value="save_set">
            {texts.saveAsSet}
          </button>
        </details>
        <div className="bar actions">
          <button name="action" value="save">
            {texts.save}
          </button>
          {hasChosen && (
            <button className="secondary" name="action" value="reset">
              {texts.usePopular}
            </button>
          )}
          <output className="hint" data-chooser-count="" data-unsaved={texts.unsaved} hidden />
        </div>
      </form>
    </>,
  )
}

const markUnavailable = (served: ClientsPage['served']): ChoosableEmailClient[] =>
  emailClients.map((emailClient) => ({
    ...emailClient,
    isUnavailable: served !== null && !served.has(emailClient.engine),
  }))

const Sets = ({
  sets,
  texts,
  formToken,
}: {
  sets: readonly EmailClientSet[]
  texts: Texts
  formToken: string
}): ReactNode => (
  <section className="card" aria-labelledby="sets">
    <h2 id="sets">{texts.sets}</h2>
    <p className="hint">{texts.setsHint}</p>
    <ul className="items">
      {sets.map(({ id, name, emailClients: { length: count } }) => (
        <li key={id}>
          <span>
            <bdi>{name}</bdi> <span className="hint">{texts.emailClients({ count })}</span>
          </span>
          <a href={`/settings/clients?set=${id}`} aria-label={texts.showNamed({ set: name })}>
            {texts.show}
          </a>
          <form method="post" action="/settings/clients">
            <FormToken value={formToken} />
            <input type="hidden" name="set_id" value={id} />
            <button
              className="danger"
              name="action"
              value="delete_set"
              aria-label={texts.deleteNamed({ set: name })}
            >
              {texts.delete}
            </button>
          </form>
        </li>
      ))}
    </ul>
  </section>
)
