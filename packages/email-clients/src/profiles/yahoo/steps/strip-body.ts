import { placeOf } from '../../../emulate/html-tree'
import type { Step } from '../../../emulate/message'

/** caniemail html-body, 2021-11: the apps keep nothing of `<body>` but what it holds. */
export const stripBody: Step = (message) => {
  const { body, changes } = message
  const lost = body.attrs.map(({ name }) => name)
  body.attrs = []
  for (const attribute of message.styleAttributes) {
    attribute.owners = attribute.owners.filter((owner) => owner !== body)
  }
  for (const name of lost) {
    const source = 'caniemail html-body, 2021-11'
    changes.record({ rule: 'body-attribute-lost', what: name, source }, placeOf(body, name))
  }
}
