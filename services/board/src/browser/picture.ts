/*
 * The script of the page of one picture: Esc leads back to its tile, and the arrows lead to its neighbours. The page
 * works without it.
 */
import { isCommand } from './parts/dom'

const linkIds: Readonly<Record<string, string>> = {
  Escape: 'back',
  ArrowLeft: 'previous',
  ArrowRight: 'next',
}

document.addEventListener('keydown', (event) => {
  const id = linkIds[event.key]
  if (id === undefined || event.shiftKey || !isCommand(event)) return
  const stage = document.getElementById('stage')
  // The arrows scroll a picture that is wider than its place.
  if (event.key !== 'Escape' && stage && stage.scrollWidth > stage.clientWidth) return
  const link = document.getElementById(id)
  if (!(link instanceof HTMLAnchorElement)) return
  event.preventDefault()
  link.click()
})
