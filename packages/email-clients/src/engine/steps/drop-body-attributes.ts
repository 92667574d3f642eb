import type { Citation } from '../../sources/sources'
import { placeOf } from '../html-tree'
import type { Step } from '../message'

/** Removes the attributes of `<body>`, because the client keeps only its content. */
export function dropBodyAttributes(source: Citation): Step {
  return (message) => {
    const { body, changes } = message
    for (const { name } of body.attrs) {
      changes.record({ rule: 'body-attribute-dropped', what: name, source }, placeOf(body, name))
    }
    body.attrs = []
    for (const attribute of message.styleAttributes) {
      attribute.owners = attribute.owners.filter((owner) => owner !== body)
    }
    message.styleAttributes = message.styleAttributes.filter(({ owners }) => owners.length > 0)
  }
}
