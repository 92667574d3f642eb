import type { ReactNode } from 'react'

/** Empty without a text: the page's script can write into it. */
export const Problem = ({ id, text }: { id: string; text: string | null }): ReactNode => (
  <span className="bad" id={id} role={text === null ? undefined : 'alert'}>
    {text}
  </span>
)
