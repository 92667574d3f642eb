import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiEmail } from '../api/schema'
import { previewPath } from '../email/email-paths'
import { emailTexts } from '../email/email-texts'
import { inPercent } from '../email/shown-preview'
import { Moment } from '../views/moment'
import { compareTexts } from './compare-texts'
import { cssWidthOf, nameOf, type Pane, type Scale } from './comparison'

export function PaneHeading({
  pane,
  page,
  language,
}: {
  pane: Pane
  page: { email: ApiEmail; now: Date }
  language: Language
}): ReactNode {
  const { email, tile } = pane
  const isOther = email.email_guid !== page.email.email_guid
  const options = [
    tile.preview.orientation === 'horizontal' && emailTexts[language].horizontal,
    tile.preview.images === 'blocked' && emailTexts[language].blockedTile,
  ].filter((option) => option !== false)
  return (
    <h2>
      <a href={previewPath(email.email_guid, tile.preview)}>{nameOf(pane)}</a>{' '}
      <span className="count">
        {options.join(' · ')}
        {isOther && (
          <>
            {options.length > 0 && ' · '}
            {compareTexts[language].olderVersion}
            {', '}
            <Moment language={language} at={email.created_at} now={page.now} />
          </>
        )}
      </span>
    </h2>
  )
}

export function PanePicture({
  pane,
  scale,
  language,
}: {
  pane: Pane
  scale: Scale
  language: Language
}): ReactNode {
  const texts = compareTexts[language]
  const { preview } = pane.tile
  if (preview.status !== 'captured') return <p className="nothing">{texts.notDrawn}</p>
  return (
    <img
      src={preview.full_url}
      width={inPercent(cssWidthOf(pane) / scale.width)}
      alt={texts.alt({ name: nameOf(pane) })}
    />
  )
}
