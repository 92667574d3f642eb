import { chooserScript } from '@pas/pages/chooser/email-client-chooser'
import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ApiEmail } from '../api/schema'
import { BelowEmailTitle } from '../grid/below-email-title'
import { addClientsPath } from '../grid/email-paths'
import { gridTexts } from '../grid/grid-texts'
import type { FormProblem } from '../home/email-form'
import { ClientsField, type ChosenClients, type ClientChoices } from '../home/clients-field'
import { homeTexts } from '../home/home-texts'
import { sendPage } from '../views/page'
import { addClientsTexts } from './add-clients-texts'

/** What the page on which an email gets more email clients shows. */
export interface AddClientsPage extends ChosenClients {
  choices: ClientChoices
  email: ApiEmail
  problem: FormProblem | null
}

export function sendAddClientsPage(res: Response, { email, problem, ...field }: AddClientsPage): void {
  const language = languageOf(res.req)
  const title = gridTexts[language].addClients
  const texts = addClientsTexts[language]
  sendPage(
    res,
    { title, status: problem?.status ?? 200, scripts: [chooserScript, '/assets/add-clients.js'] },
    <>
      <div className="title">
        <BelowEmailTitle email={email} heading={title} language={language} />
      </div>
      <form id="add-clients" method="post" action={addClientsPath(email.email_guid)}>
        <FormToken value={formTokenOf(res)} />
        <ClientsField {...field} problem={problem?.textIn(language) ?? null} language={language} />
        <p className="hint">{texts.stays}</p>
        <div className="actions">
          <button className="primary">{homeTexts[language].draw}</button>
        </div>
      </form>
    </>,
  )
}
