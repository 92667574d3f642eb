import type { ReactNode } from 'react'

/** The id of the form that has a preview drawn: its buttons have the preview's key as value. */
export const drawForm = 'draw'

/** A link of `Segments`, or a button that has the preview with this key drawn. */
export interface Segment {
  href?: string
  draws?: string
  text: string
  isCurrent: boolean
}

/** A row of links of which one is marked as chosen. */
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
