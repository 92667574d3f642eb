import type { ReactNode } from 'react'

/** A refusal beside its field. Without a text it is an empty element, into which the page's script can write. */
export const Problem = ({ id, text }: { id: string; text: string | null }): ReactNode => (
  <span className="bad" id={id} role={text === null ? undefined : 'alert'}>
    {text}
  </span>
)
