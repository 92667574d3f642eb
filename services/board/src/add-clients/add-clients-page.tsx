import { chooserScript } from '@pas/pages/chooser/email-client-chooser'
import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf, type Texts } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ApiEmail } from '../api/schema'
import { BelowEmailTitle } from '../email/below-email-title'
import { addClientsPath } from '../email/email-paths'
import { emailTexts } from '../email/email-texts'
import { ClientsField, type ChosenClients, type ClientChoices } from '../home/clients-field'
import type { FormProblem } from '../home/email-form'
import { homeTexts } from '../home/home-texts'
import { sendPage } from '../views/page'

const addClientsTexts = {
  en: { stays: 'Pictures that are there stay as they are.' },
  de: { stays: 'Bilder, die schon da sind, bleiben, wie sie sind.' },
  fr: { stays: 'Les images déjà dessinées restent telles quelles.' },
} satisfies Texts<{ stays: string }>

export interface AddClientsPage extends ChosenClients {
  choices: ClientChoices
  email: ApiEmail
  problem: FormProblem | null
}

export function sendAddClientsPage(res: Response, { email, problem, ...field }: AddClientsPage): void {
  const language = languageOf(res.req)
  const title = emailTexts[language].addClients
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
