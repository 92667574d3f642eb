import { FormToken } from '@pas/pages/form-token'
import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { FileField } from '../views/file-field'
import { ClientsField, type ChosenClients, type ClientChoices } from './clients-field'
import { SourceArea, SubjectField } from './email-fields'
import type { EmailForm, FormProblem } from './email-form'
import { homeTexts } from './home-texts'
import { Problem } from './problem'

/** What was typed, after a refusal; else empty. */
export interface FilledForm extends EmailForm, ChosenClients {}

interface NewEmailFormProps {
  form: FilledForm
  problem: FormProblem | null
  choices: ClientChoices
  formToken: string
  language: Language
}

export function NewEmailForm({ form, problem, choices, formToken, language }: NewEmailFormProps): ReactNode {
  const texts = homeTexts[language]
  const problemAt = (field: FormProblem['field']): string | null =>
    problem?.field === field ? problem.textIn(language) : null
  return (
    <form
      className="drop"
      id="new-email"
      method="post"
      action="/emails"
      encType="multipart/form-data"
      data-too-long={texts.tooLong({ size: null })}
      data-empty={texts.empty}
    >
      <FormToken value={formToken} />
      <Problem id="form-problem" text={problemAt('form')} />
      <div className="field">
        <label htmlFor="source">{texts.source}</label>
        <SourceArea
          source={form.source}
          isRefused={problemAt('source') !== null}
          rows={12}
          placeholder={texts.sourcePlaceholder}
        />
        <Problem id="source-problem" text={problemAt('source')} />
      </div>
      <div className="field">
        <label htmlFor="file">
          {texts.file} <span className="hint">{texts.fileHint}</span>
        </label>
        <FileField
          id="file"
          name="file"
          accept=".html,.htm,.eml,text/html,message/rfc822"
          language={language}
        />
      </div>
      <div className="two">
        <SubjectField label={texts.subject} subject={form.subject} />
        <div className="field">
          <label htmlFor="reference">{texts.reference}</label>
          <input
            type="text"
            id="reference"
            name="reference"
            defaultValue={form.reference}
            maxLength={128}
            dir="auto"
            title={texts.referenceHint}
            aria-describedby="reference-problem"
          />
          <Problem id="reference-problem" text={problemAt('reference')} />
        </div>
      </div>
      <ClientsField
        choice={form.choice}
        ticked={form.ticked}
        choices={choices}
        problem={problemAt('client')}
        language={language}
      />
      <DrawButtons texts={texts} />
    </form>
  )
}

const DrawButtons = ({ texts }: { texts: (typeof homeTexts)[Language] }): ReactNode => (
  <div className="actions">
    <button className="primary" title={texts.drawKeys}>
      {texts.draw}
    </button>
    <button name="testCard" value="1" title={texts.testCardHint} data-without-source>
      {texts.testCard}
    </button>
    <a href="/test-card.eml" download>
      {texts.testCardFile}
    </a>
  </div>
)
