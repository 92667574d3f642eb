import type { ReactNode } from 'react'

/** The link to the page above; the pages' scripts know it by its id. */
export const BackLink = ({ href, text }: { href: string; text: string }): ReactNode => (
  <a id="back" href={href}>
    {'← '}
    {text}
  </a>
)
