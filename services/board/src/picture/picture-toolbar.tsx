import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { comparePath, emailPath, previewPath, type PreviewAddress } from '../email/email-paths'
import { emailTexts } from '../email/email-texts'
import { FidelityWord } from '../email/fidelity-word'
import { isOpen } from '../email/is-open'
import { previewKey } from '../email/shown-preview'
import { BackLink } from '../views/back-link'
import { NeighbourLink, neighbourSign } from './neighbour-link'
import { zooms, type PicturePage } from './picture'
import { pictureTexts } from './picture-texts'
import { Segments, type Segment } from './segments'

export function PictureToolbar({ page, language }: { page: PicturePage; language: Language }): ReactNode {
  const { email, address, emailClient, zoom, grid } = page
  const texts = pictureTexts[language]
  const guid = email.email_guid
  const key = previewKey(address)
  return (
    <div className="toolbar">
      <BackLink href={`${emailPath(guid)}${grid === '' ? '' : `?${grid}`}#${key}`} language={language} />
      <h1>{emailClient.name}</h1>
      <span className="muted">
        {emailClient.platform}
        {' · '}
        <FidelityWord fidelity={emailClient.fidelity} texts={emailTexts[language]} />
      </span>
      <Segments
        className="push"
        label={texts.zoom}
        links={zooms.map((size) => ({
          href: previewPath(guid, address, grid, size === 'fit' ? {} : { zoom: size }),
          text: size === 'fit' ? texts.fit : `${size} %`,
          isCurrent: size === zoom,
        }))}
      />
      <PreviewOptions page={page} language={language} />
      <a className="button" id="compare" href={comparePath(guid, [key])}>
        {texts.compare}
      </a>
      <Pager page={page} language={language} />
    </div>
  )
}

function PreviewOptions({
  page: { email, address, emailClient, grid, otherTheme, asked, now },
  language,
}: {
  page: PicturePage
  language: Language
}): ReactNode {
  const texts = pictureTexts[language]
  const key = previewKey(address)
  // Leads to the picture with other options. One that was not asked for is drawn, while the content is kept.
  const segmentTo = (changed: Partial<PreviewAddress>): Pick<Segment, 'href' | 'draws'> => {
    const other = { ...address, ...changed }
    const otherKey = previewKey(other)
    return asked.has(otherKey) || otherKey === key || !isOpen(email, now)
      ? { href: previewPath(email.email_guid, other, grid) }
      : { draws: otherKey }
  }
  return (
    <>
      {otherTheme && (
        <Segments
          label={texts.theme}
          links={[false, true].map((isDark) => ({
            ...segmentTo(otherTheme.isDark === isDark ? { client: otherTheme.client } : {}),
            text: isDark ? texts.dark : texts.light,
            isCurrent: otherTheme.isDark !== isDark,
          }))}
        />
      )}
      {emailClient.images_options.length > 1 && (
        <Segments
          label={texts.images}
          links={emailClient.images_options.map((images) => ({
            ...segmentTo({ images }),
            text: texts[images],
            isCurrent: images === address.images,
          }))}
        />
      )}
      {emailClient.orientation_options.length > 1 && (
        <Segments
          label={texts.held}
          links={emailClient.orientation_options.map((orientation) => ({
            ...segmentTo({ orientation }),
            text: texts[orientation],
            isCurrent: orientation === address.orientation,
          }))}
        />
      )}
    </>
  )
}

function Pager({
  page: { email, zoom, grid, shown, index },
  language,
}: {
  page: PicturePage
  language: Language
}): ReactNode {
  const neighbour = (by: 1 | -1): ReactNode => {
    const tile = index < 0 ? undefined : shown[index + by]
    return tile ? (
      <NeighbourLink
        by={by}
        tile={tile}
        href={previewPath(email.email_guid, tile.preview, grid, zoom === 'fit' ? {} : { zoom })}
        language={language}
      />
    ) : (
      <span className="button" aria-hidden="true">
        <span className="muted">{neighbourSign(by)}</span>
      </span>
    )
  }
  return (
    <span className="pager">
      {neighbour(-1)}
      {index >= 0 && (
        <span className="muted">
          {pictureTexts[language].position({
            at: formatNumber(language, index + 1),
            of: formatNumber(language, shown.length),
          })}
        </span>
      )}
      {neighbour(1)}
    </span>
  )
}
