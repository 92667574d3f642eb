/*
 * The script of the page of inboxes: shows mail as it comes, and copies recipes. It waits for mail only while the page
 * is looked at. The page works without it.
 */
import { fill } from '../email/shown-preview'
import { byId } from './parts/dom'
import { followMail } from './parts/follow-mail'
import { mergeRows } from './parts/merge-rows'

const inboxes = byId('inboxes')

function show(page: Document): void {
  const known = document.getElementById('mails')
  const came = page.getElementById('mails')
  if (known && came) {
    const number = mergeRows(known, came)
    if (number > 0) byId('came').textContent = fill(inboxes.dataset.came, { number })
  } else {
    byId('mail').replaceChildren(...(page.getElementById('mail')?.childNodes ?? []))
    document.title = page.title
    startCopying()
  }
}

function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      const code = button.parentElement?.querySelector('code')?.textContent ?? ''
      void navigator.clipboard.writeText(code).then(() => {
        button.textContent = button.dataset.copied ?? ''
      })
    })
  }
}

startCopying()
followMail({ element: inboxes, show })
