import { FormToken } from '@pas/pages/form-token'
import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { emailPath } from '../email/email-paths'
import { maxPlaceholders } from './fill-placeholders'
import { placeholdersTexts } from './placeholders-texts'

/** Says how many placeholders the email has, and has a field for the value of each. */
export function Placeholders({
  guid,
  placeholders,
  formToken,
  language,
}: {
  guid: string
  placeholders: readonly string[]
  formToken: string
  language: Language
}): ReactNode {
  const texts = placeholdersTexts[language]
  const count = placeholders.length
  if (count === 0) return null
  return (
    <details className="notice lost placeholders">
      <summary>
        <span aria-hidden="true">! </span>
        {texts.notFilled({ number: formatNumber(language, count), isOne: count === 1 })}
      </summary>
      <form method="post" action={`${emailPath(guid)}/placeholders`} autoComplete="off">
        <FormToken value={formToken} />
        <p className="hint">
          {texts.hint}
          {count > maxPlaceholders && ` ${texts.more({ number: formatNumber(language, maxPlaceholders) })}`}
        </p>
        {placeholders.slice(0, maxPlaceholders).map((tag, index) => (
          <div key={tag} className="placeholder">
            <label htmlFor={`placeholder-${index}`}>
              <code>
                <bdi>{tag}</bdi>
              </code>
            </label>
            <input type="hidden" name="tag" value={tag} />
            <input type="text" id={`placeholder-${index}`} name="value" maxLength={1_000} dir="auto" />
          </div>
        ))}
        <div className="actions">
          <button className="primary">{texts.fill}</button>
        </div>
      </form>
    </details>
  )
}
