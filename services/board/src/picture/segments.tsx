import type { ReactNode } from 'react'

/** The id of the form that draws a preview; the buttons' value is the preview's key. */
export const drawForm = 'draw'

/** A link, or a button that draws the preview with the key `draws`. */
export interface Segment {
  href?: string
  draws?: string
  text: string
  isCurrent: boolean
}

export const Segments = ({
  label,
  links,
  className = '',
}: {
  label: string
  links: readonly Segment[]
  className?: string
}): ReactNode => (
  <nav className={`segments ${className}`.trim()} aria-label={label}>
    {links.map(({ href, draws, text, isCurrent }) =>
      draws === undefined ? (
        <a key={text} href={href} aria-current={isCurrent ? 'true' : undefined}>
          {text}
        </a>
      ) : (
        <button key={text} form={drawForm} name="preview" value={draws}>
          {text}
        </button>
      ),
    )}
  </nav>
)
