import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiPreview } from '../api/schema'
import { emailTexts } from '../email/email-texts'
import { pictureTexts } from './picture-texts'

export function ShownPicture({
  preview: { full_url: url, width, height, truncated },
  factor,
  alt,
  isClipped,
  frames = null,
  language,
}: {
  preview: Extract<ApiPreview, { status: 'captured' }>
  /** CSS pixels for each pixel of the picture. */
  factor: number
  alt: string
  /** The email client itself cuts the message, too, and says so at its end. */
  isClipped: boolean
  /** What is framed on the picture. */
  frames?: ReactNode
  language: Language
}): ReactNode {
  const texts = pictureTexts[language]
  const size = { width: Math.round(width * factor), height: Math.round(height * factor) }
  return (
    <>
      {truncated && (
        <p className="notice">
          {texts.truncated}
          {isClipped && ` ${texts.clipped}`}
        </p>
      )}
      {frames ? (
        <span className="framed">
          <img src={url} {...size} alt={alt} />
          {frames}
        </span>
      ) : (
        <img src={url} {...size} alt={alt} />
      )}
      {truncated && <p className="cut">{emailTexts[language].cut}</p>}
    </>
  )
}
