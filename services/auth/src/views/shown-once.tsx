import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { shownOnceTexts } from './shown-once-texts'

/** Copies the secret; the page works without it. */
export const copyScript = '/assets/copy.js'

/** A secret that no other page shows again. */
export function ShownOnce({
  res,
  label,
  value,
  children,
}: {
  res: Response
  label: string
  value: string
  children?: ReactNode
}): ReactNode {
  const texts = shownOnceTexts[languageOf(res.req)]
  return (
    <div data-copies="" data-copied={texts.copied} data-copy-failed={texts.copyFailed}>
      <p className="field">
        <label htmlFor="shown-once">{label}</label>
        <input type="text" id="shown-once" value={value} readOnly autoComplete="off" spellCheck={false} />
      </p>
      {children}
      {/* Hidden until the script runs, because the button does not work without it. */}
      <p className="actions" hidden>
        <button type="button" className="secondary">
          {texts.copy}
        </button>
      </p>
      <p className="hint" role="status" />
    </div>
  )
}
