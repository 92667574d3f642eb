import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageNames, languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { languageTexts } from './language-texts'

/** `chosen` is null for the language of the browser. */
export function sendLanguagePage(
  res: Response,
  { chosen, wasSaved }: { chosen: string | null; wasSaved: boolean },
): void {
  const texts = languageTexts[languageOf(res.req)]
  sendPage(
    res,
    { title: texts.title, narrow: true },
    <>
      <Outcome notice={wasSaved ? texts.saved : null} />
      <section className="card">
        <h1 id="title">{texts.title}</h1>
        <p>{texts.intro}</p>
        <form method="post" action="/settings/language">
          <FormToken value={formTokenOf(res)} />
          <ul className="choices" role="radiogroup" aria-labelledby="title">
            <Choice value="" name={texts.browser} isChosen={chosen === null} />
            {Object.entries(languageNames).map(([value, name]) => (
              <Choice key={value} value={value} name={name} isChosen={chosen === value} />
            ))}
          </ul>
          <button className="wide">{texts.save}</button>
        </form>
      </section>
    </>,
  )
}

/** `value` is empty for the language of the browser. */
const Choice = ({ value, name, isChosen }: { value: string; name: string; isChosen: boolean }): ReactNode => (
  <li role="none">
    <label>
      <input type="radio" name="language" value={value} defaultChecked={isChosen} />
      <span {...(value !== '' && { lang: value })}>{name}</span>
    </label>
  </li>
)
