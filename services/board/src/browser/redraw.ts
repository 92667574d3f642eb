/*
 * The script of the page on which an email is changed: Ctrl+Enter draws it, and leaving the page asks before changes
 * are lost. The page works without it.
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
  if (!isSending && !(source instanceof HTMLInputElement) && source.value !== source.defaultValue)
    event.preventDefault()
})
