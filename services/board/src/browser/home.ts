/*
 * The script of the first page: dropping a file on the form sends it, and ticking an email client also chooses "those
 * ticked". It also shows mail as it comes, where there are inboxes. The page works without it.
 */
import { startClientsField } from './parts/clients-field'
import { byId } from './parts/dom'
import { followMail } from './parts/follow-mail'
import { mergeRows } from './parts/merge-rows'
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
startClientsField(form)

const inboxes = document.getElementById('inboxes')
if (inboxes)
  followMail({
    element: inboxes,
    show: (page) => {
      const fresh = page.getElementById('emails')
      if (fresh) mergeRows(byId('emails'), fresh)
    },
  })
