import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatNumber, languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ApiEmail } from '../api/schema'
import { BelowEmailTitle } from '../email/below-email-title'
import { emailPath } from '../email/email-paths'
import { SourceArea, SubjectField } from '../home/email-fields'
import type { FormProblem } from '../home/email-form'
import { homeTexts } from '../home/home-texts'
import { Problem } from '../home/problem'
import { FileField } from '../views/file-field'
import { sendPage } from '../views/page'
import { redrawTexts } from './redraw-texts'

export interface RedrawPage {
  email: ApiEmail
  /** Null once the content is erased. */
  source: string | null
  /** For a browser to edit: the page asks for a file. */
  isTooLong: boolean
  subject: string
  previewCount: number
  problem: FormProblem | null
}

export function sendRedrawPage(res: Response, page: RedrawPage): void {
  const { email, source, isTooLong, subject, previewCount, problem } = page
  const language = languageOf(res.req)
  const texts = redrawTexts[language]
  const path = emailPath(email.email_guid)
  const text = problem?.textIn(language) ?? null
  sendPage(
    res,
    {
      title: texts.title,
      status: problem?.status ?? 200,
      scripts: source === null ? [] : ['/assets/redraw.js'],
    },
    <>
      <div className="title">
        <BelowEmailTitle email={email} heading={texts.heading} language={language} />
      </div>
      {source === null ? (
        <p className="nothing">
          {texts.erased} <a href="/">{texts.firstPage}</a>
        </p>
      ) : (
        <form
          className="redraw"
          id="redraw"
          method="post"
          action={`${path}/redraw`}
          encType="multipart/form-data"
          data-too-long={homeTexts[language].tooLong({ size: null })}
          data-empty={homeTexts[language].empty}
        >
          <FormToken value={formTokenOf(res)} />
          <SubjectField label={texts.subject} subject={subject} />
          <div className="field">
            <label htmlFor="source">{isTooLong ? texts.file : texts.source}</label>
            {isTooLong ? (
              <>
                <p className="hint">{texts.tooLong}</p>
                <FileField
                  id="source"
                  name="file"
                  required
                  aria-describedby="source-problem"
                  language={language}
                />
              </>
            ) : (
              <SourceArea source={source} isRefused={text !== null} />
            )}
            <Problem id="source-problem" text={text} />
          </div>
          <p className="hint">{texts.intro({ number: formatNumber(language, previewCount) })}</p>
          <div className="actions">
            <button className="primary">{texts.redraw}</button>
            <span className="hint">{texts.keys}</span>
          </div>
        </form>
      )}
    </>,
  )
}
