import { FormToken } from '@pas/pages/form-token'
import type { ReactNode } from 'react'
import type { ApiEmail } from '../api/schema'
import { emailPath } from '../email/email-paths'
import { fill, type PictureBefore } from '../email/shown-preview'
import type { Tile } from '../email/tiles'
import type { GridTexts } from './grid-texts'

/** With whose pictures those of an email are compared. */
export interface EarlierVersion {
  guid: string
  /** By key. */
  pictures: ReadonlyMap<string, PictureBefore>
  canBeDrawn: boolean
}

/** How many pictures differ from the earlier version's. The page's script keeps the numbers while tiles are drawn. */
export function Compared({
  email,
  tiles,
  before,
  formToken,
  texts,
}: {
  email: ApiEmail
  tiles: readonly Tile[]
  before: EarlierVersion
  formToken: string
  texts: GridTexts
}): ReactNode {
  const count = (verdict: Tile['verdict']): number => tiles.filter((tile) => tile.verdict === verdict).length
  const different = count('different')
  const comparable = count('equal') + different
  const other = count('not_comparable')
  const { compared } = texts
  return (
    <div
      className="compared"
      id="compared"
      data-differ={compared.differ}
      data-not-comparable={compared.notComparable}
    >
      <strong id="differ" hidden={comparable === 0}>
        {fill(compared.differ, { number: different, total: comparable })}
      </strong>
      <a id="findings-compared" href={`${emailPath(email.email_guid)}/checks`} hidden />
      <form
        method="post"
        action={`${emailPath(email.email_guid)}/draw-earlier`}
        id="not-comparable"
        hidden={other === 0}
      >
        <FormToken value={formToken} />
        <input type="hidden" name="base" value={before.guid} />
        <span>{fill(compared.notComparable, { number: other })}</span>{' '}
        {before.canBeDrawn && <button>{compared.drawAgain}</button>}
      </form>
    </div>
  )
}
