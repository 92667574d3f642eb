import { Fragment, type ReactNode } from 'react'

/**
 * A text of a page in which elements stand in the place of `{names}`, as names of people do, which `<bdi>` keeps from
 * changing the direction of the words around them. The languages put them in different places. Throws when the text
 * names an element that is not given.
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
