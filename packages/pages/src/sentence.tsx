import { Fragment, type ReactNode } from 'react'

/**
 * A text in which each `{name}` is replaced by the element of that name; each language puts it in its own place. For
 * example a person's name in `<bdi>`, which keeps a name in right-to-left writing from reordering the words around it.
 * Throws when the text names an element that is not given.
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
