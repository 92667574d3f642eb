import { byId } from './dom'

/** The API's limit. */
const maxBytes = 10 * 1024 * 1024

/**
 * Ctrl+Enter or Cmd+Enter sends the form. Refuses a source that is empty or too long, except for a button with
 * `data-without-source`. Returns the source's field.
 */
export function startSourceField(form: HTMLFormElement): HTMLTextAreaElement | HTMLInputElement {
  const source = byId<HTMLTextAreaElement | HTMLInputElement>('source')
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
    const problem = problemOf(bytes, form.dataset)
    const message = byId('source-problem')
    message.setAttribute('role', 'alert')
    message.textContent = problem ?? ''
    if (problem === undefined) return
    event.preventDefault()
    source.focus()
  })
  return source
}

function showFileName(file: HTMLInputElement): void {
  const name = file.parentElement?.querySelector<HTMLElement>('.file-name')
  if (name) name.textContent = file.files?.[0]?.name ?? name.dataset.none ?? ''
}

function problemOf(bytes: number, { tooLong, empty }: DOMStringMap): string | undefined {
  if (bytes === 0) return empty
  return bytes > maxBytes ? tooLong : undefined
}
