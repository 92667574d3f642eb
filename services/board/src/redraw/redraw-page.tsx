import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiEmail } from '../api/schema'
import { BelowEmailTitle } from '../email/below-email-title'
import { emailPath } from '../email/email-paths'
import { SourceArea, SubjectField } from '../home/email-fields'
import type { FormProblem } from '../home/email-form'
import { homeTexts } from '../home/home-texts'
import { Problem } from '../home/problem'
import { FileField } from '../views/file-field'
import { sendPage } from '../views/page'
import type { ShownEdit } from './apply-fixes'
import { EditList } from './edit-list'
import { LineNumbers, rowsOf } from './line-numbers'
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
  /** Where the field opens. */
  line?: number | undefined
  /** What is mended in `source`; null when nothing was to be. */
  edits?: readonly ShownEdit[] | null
  /** Where the editor reads the findings of the lines. */
  findingsPath?: string
}

export function sendRedrawPage(res: Response, page: RedrawPage): void {
  const { email, source, isTooLong, subject, previewCount, problem, edits = null } = page
  const language = languageOf(res.req)
  const texts = redrawTexts[language]
  const text = problem?.textIn(language) ?? null
  sendPage(
    res,
    {
      title: texts.title,
      status: problem?.status ?? 200,
      scripts: [
        ...(source === null ? [] : ['/assets/redraw.js']),
        ...(source === null || isTooLong ? [] : ['/assets/source-editor.js']),
      ],
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
          action={`${emailPath(email.email_guid)}/redraw`}
          encType="multipart/form-data"
          data-too-long={homeTexts[language].tooLong({ size: null })}
          data-empty={homeTexts[language].empty}
        >
          <FormToken value={formTokenOf(res)} />
          {edits && <EditList edits={edits} language={language} />}
          {edits && edits.length > 0 && (
            <div className="actions">
              <button className="primary">{texts.redraw}</button>
              <span className="hint">{texts.editsInField}</span>
            </div>
          )}
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
              <SourceField page={page} source={source} isRefused={text !== null} language={language} />
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

/** The page's script puts an editor into the place of the field. */
const SourceField = ({
  page,
  source,
  isRefused,
  language,
}: {
  page: RedrawPage
  source: string
  isRefused: boolean
  language: Language
}): ReactNode => (
  <div
    className="source-field"
    id="source-field"
    data-line={page.line}
    data-findings={page.findingsPath}
    data-label={redrawTexts[language].source}
    data-phrases={JSON.stringify(redrawTexts[language].editorPhrases)}
  >
    <LineNumbers source={source} />
    <SourceArea source={source} isRefused={isRefused} rows={rowsOf(source)} />
  </div>
)
