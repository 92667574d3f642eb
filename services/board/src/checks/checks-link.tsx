import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { checksLinkTexts } from './checks-link-texts'
import { checkTexts } from './checks-texts'

export const checksLinkId = 'checks-link'

/** The page's script adds how many errors there are (browser/parts/check-counts.ts). */
export function ChecksLink({ path, language }: { path: string; language: Language }): ReactNode {
  const counts = checksLinkTexts[language]
  return (
    <a
      className="button"
      id={checksLinkId}
      href={`${path}/checks`}
      data-counts={`${path}/check-counts`}
      data-right={counts.right}
      data-one-error={counts.oneError}
      data-errors={counts.errors}
      data-one-unreadable={counts.oneUnreadable}
      data-unreadable={counts.unreadable}
      data-compared={counts.compared}
    >
      {checkTexts[language].title}
      <span className="checks-count" id="checks-count" />
    </a>
  )
}
