import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { Tile } from '../email/tiles'
import { pictureTexts } from './picture-texts'

export const neighbourSign = (by: 1 | -1): string => (by === 1 ? '▶' : '◀')

/** The page's script finds it by its id. */
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
