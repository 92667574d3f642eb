import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { Tile } from '../email/tiles'
import { pictureTexts } from './picture-texts'

/** The sign of the picture after (1) or before (-1). */
export const neighbourSign = (by: 1 | -1): string => (by === 1 ? '▶' : '◀')

/** The link to the picture after (1) or before (-1); the page's script knows it by its id. */
export function NeighbourLink({
  by,
  tile,
  href,
  language,
}: {
  by: 1 | -1
  tile: Tile
  href: string
  language: Language
}): ReactNode {
  const texts = pictureTexts[language]
  return (
    <a
      className="button"
      id={by === 1 ? 'next' : 'previous'}
      href={href}
      aria-label={`${by === 1 ? texts.next : texts.previous}: ${tile.name}`}
    >
      {neighbourSign(by)}
    </a>
  )
}
