import { Fragment, type ReactNode } from 'react'

/**
 * Puts an element in place of each `{name}`. `<bdi>` keeps a name in right-to-left writing from reordering the words
 * around it. Throws for a name that is not given.
 */
export function Sentence({
  text,
  elements,
}: {
  text: string
  elements: Readonly<Record<string, ReactNode>>
}): ReactNode {
  return text.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part
    if (!(part in elements)) throw new Error(`The text '${text}' names '${part}', which is not given`)
    return <Fragment key={index}>{elements[part]}</Fragment>
  })
}
