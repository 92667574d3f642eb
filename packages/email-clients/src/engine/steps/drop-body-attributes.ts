import type { Citation } from '../../sources/sources'
import { placeOf } from '../html-tree'
import type { Step } from '../message'

/** The client keeps only the content of `<body>`; with `onlyName`, it drops this attribute alone. */
export function dropBodyAttributes(source: Citation, onlyName: string | null = null): Step {
  return function dropBodyAttributes(message) {
    const { body, changes } = message
    body.attrs = body.attrs.filter(({ name }) => {
      if (onlyName !== null && name !== onlyName) return true
      const kind = { rule: 'body-attribute-dropped', what: name, source }
      return !changes.record(kind, placeOf(body, name))
    })
    if (body.attrs.some(({ name }) => name === 'style')) return
    // Otherwise the `style` would be written back.
    for (const attribute of message.styleAttributes) {
      attribute.owners = attribute.owners.filter((owner) => owner !== body)
    }
    message.styleAttributes = message.styleAttributes.filter(({ owners }) => owners.length > 0)
  }
}
