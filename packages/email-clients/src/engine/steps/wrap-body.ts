import { createElement } from '../html-tree'
import type { Step } from '../message'

/** An element of the client's, which the email's selectors can match. */
export function wrapBody(attributes: Readonly<Record<string, string>>): Step {
  return function wrapBody({ body }) {
    const wrapper = createElement('div', attributes, body.childNodes)
    wrapper.parentNode = body
    body.childNodes = [wrapper]
  }
}
