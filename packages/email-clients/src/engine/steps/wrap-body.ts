import { createElement } from '../html-tree'
import type { Step } from '../message'

/** Adds the client's element around the content; the email's selectors can match it. */
export function wrapBody(attributes: Readonly<Record<string, string>>): Step {
  return function wrapBody({ body }) {
    const wrapper = createElement('div', attributes, body.childNodes)
    wrapper.parentNode = body
    body.childNodes = [wrapper]
  }
}
