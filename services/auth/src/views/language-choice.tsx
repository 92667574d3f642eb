import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageNames, languageOf, languages } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { pageTexts } from './page-texts'

/** For pages without a user. `kept`: hidden fields, by name, with which `action` finds the way back to this page. */
export function LanguageChoice({
  res,
  action,
  kept,
}: {
  res: Response
  action: string
  kept: Readonly<Record<string, string>>
}): ReactNode {
  const current = languageOf(res.req)
  return (
    <form method="post" action={action} className="actions" aria-label={pageTexts[current].language}>
      <FormToken value={formTokenOf(res)} />
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {languages.map((language) =>
        language === current ? (
          <strong key={language}>{languageNames[language]}</strong>
        ) : (
          <button key={language} className="quiet" name="language" value={language} lang={language}>
            {languageNames[language]}
          </button>
        ),
      )}
    </form>
  )
}
