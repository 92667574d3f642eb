import { byId } from './dom'

/** As much as the service takes of one email. */
const maxBytes = 10 * 1024 * 1024

/**
 * Lets a form be sent with Ctrl+Enter, or Cmd+Enter, from its source, and says beside the field that the source is too
 * long before it is sent, so that nothing typed is lost.
 */
export function startSourceField(form: HTMLFormElement): HTMLTextAreaElement {
  const source = byId<HTMLTextAreaElement>('source')
  const file = form.querySelector<HTMLInputElement>('input[type=file]')
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.requestSubmit()
  })
  form.addEventListener('submit', (event) => {
    const bytes = file?.files?.[0]?.size ?? new Blob([source.value]).size
    const problem = bytes > maxBytes ? form.dataset.tooLong : bytes === 0 ? form.dataset.empty : undefined
    const said = byId('source-problem')
    said.setAttribute('role', 'alert')
    said.textContent = problem ?? ''
    if (problem === undefined) return
    event.preventDefault()
    source.focus()
  })
  return source
}
