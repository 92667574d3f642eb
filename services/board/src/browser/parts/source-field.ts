import { byId } from './dom'

/** The API's limit. */
const maxBytes = 10 * 1024 * 1024

function showFileName(file: HTMLInputElement): void {
  const name = file.parentElement?.querySelector<HTMLElement>('.file-name')
  if (name) name.textContent = file.files?.[0]?.name ?? name.dataset.none ?? ''
}

/**
 * Ctrl+Enter or Cmd+Enter sends the form. A source that is empty or too long is not sent, unless by a button with
 * `data-without-source`. Returns the source's field.
 */
export function startSourceField(form: HTMLFormElement): HTMLTextAreaElement {
  const source = byId<HTMLTextAreaElement>('source')
  const file = form.querySelector<HTMLInputElement>('input[type=file]')
  file?.addEventListener('change', () => showFileName(file))
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.requestSubmit()
  })
  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('data-without-source')) return
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
