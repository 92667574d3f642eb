/*
 * The script of the page on which an email is changed: Ctrl+Enter sends the form, and the browser asks before the user
 * leaves with changes that were not sent. The page works without it.
 */
import { byId } from './parts/dom'
import { startSourceField } from './parts/source-field'

const form = byId<HTMLFormElement>('redraw')
const source = startSourceField(form)
let isSending = false
form.addEventListener('submit', (event) => {
  isSending = !event.defaultPrevented
})
window.addEventListener('beforeunload', (event) => {
  // A very long source has a field for a file, in which nothing is typed.
  const isTyped = !(source instanceof HTMLInputElement) && source.value !== source.defaultValue
  if (isTyped && !isSending) event.preventDefault()
})
