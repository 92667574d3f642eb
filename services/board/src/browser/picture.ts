/*
 * The script of the page of one picture: Esc leads back to its tile, the arrows lead to its neighbours, and `n` and `p`
 * from finding to finding, whose frames it shows on the picture. The page works without it.
 */
import { isCommand } from './parts/dom'
import { followFindings, startFindingKeys } from './parts/live-findings'

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

function showFrames(): void {
  const { id } = document.activeElement?.closest('.findings > .change') ?? {}
  for (const frame of document.querySelectorAll<SVGElement>('#frames > g')) {
    const isCurrent = frame.dataset.of === id
    frame.classList.toggle('current', isCurrent)
    if (isCurrent) frame.scrollIntoView({ block: 'nearest' })
  }
}

document.addEventListener('focusin', showFrames)
document.addEventListener('focusout', showFrames)
document.addEventListener('click', ({ target }) => {
  const frame = (target as Element).closest<SVGElement>('#frames > g')
  if (frame) document.getElementById(frame.dataset.of ?? '')?.focus()
})
startFindingKeys()
followFindings('findings', (page) => {
  const [frames, next] = [document.getElementById('frames'), page.getElementById('frames')]
  if (frames && next) frames.replaceWith(next)
})
