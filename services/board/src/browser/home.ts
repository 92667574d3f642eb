/*
 * The script of the first page: dropping a file on the form sends it, and ticking an email client also chooses "those
 * ticked". The page works without it.
 */
import { byId } from './parts/dom'
import { startSourceField } from './parts/source-field'

const form = byId<HTMLFormElement>('new-email')
const file = byId<HTMLInputElement>('file')
startSourceField(form)

form.addEventListener('dragover', (event) => {
  if (!event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  form.classList.add('over')
})
form.addEventListener('dragleave', () => form.classList.remove('over'))
form.addEventListener('drop', (event) => {
  form.classList.remove('over')
  const files = event.dataTransfer?.files
  if (!files || files.length === 0) return
  event.preventDefault()
  file.files = files
  form.requestSubmit()
})
const ticks = byId('ticks')
ticks.addEventListener('change', ({ target }) => {
  // The chooser has fields of its own: a search and a filter.
  if ((target as HTMLInputElement).name !== 'client') return
  const ticked = form.querySelector<HTMLInputElement>('input[name=choice][value=ticked]')
  if (ticked) ticked.checked = true
})
form.addEventListener('change', (event) => {
  const { name, value } = event.target as HTMLInputElement
  if (name === 'choice' && value === 'ticked') ticks.setAttribute('open', '')
})
