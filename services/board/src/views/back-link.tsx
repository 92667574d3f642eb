import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { pageTexts } from './page-texts'

/** The page's script finds it by its id. */
export const BackLink = ({ href, language }: { href: string; language: Language }): ReactNode => (
  <a id="back" href={href}>
    {'← '}
    {pageTexts[language].allPictures}
  </a>
)
