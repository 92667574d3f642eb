import type { differenceBody } from '@pas/api-contract/differences'
import type { z } from 'zod'
import { fill } from '../../email/shown-preview'
import { byId, isCommand } from './dom'

type Difference = z.output<typeof differenceBody>
type Region = Difference['regions'][number]

/** Pixels that a frame is larger than what it frames, on each side. */
const margin = 3

/** Frames the places where two versions differ on both pictures, and leads from one to the next. */
export async function startDifferencePlaces(places: HTMLElement): Promise<void> {
  const { summary = '', of, kinds = '{}', tooLarge = '' } = places.dataset
  const place = byId('place')
  const pictures = [...document.querySelectorAll<HTMLImageElement>('#panes img')]
  // Without pictures side by side, the drawn difference shows the places.
  if (pictures.length === 0) return
  const regions = await readRegions(summary)
  if (regions === null) {
    place.textContent = tooLarge
    return
  }
  const words = JSON.parse(kinds) as Record<Region['kind'], string>
  const frames = regions.map((region) =>
    pictures.map((picture, index) => framed(picture, region, index === 0 ? region.base : region.head)),
  )
  let current = -1
  const show = (step: number): void => {
    for (const frame of frames[current] ?? []) frame.classList.remove('current')
    current = (current + step + regions.length) % regions.length
    const region = regions[current]
    if (!region) return
    const values = { number: current + 1, total: regions.length }
    place.textContent = fill(of?.replace('{kind}', words[region.kind]), values)
    for (const frame of frames[current] ?? []) frame.classList.add('current')
    const [, later] = frames[current] ?? []
    later?.scrollIntoView({ block: 'center', behavior: 'auto' })
  }
  for (const [id, step, key] of [
    ['previous', -1, 'p'],
    ['next', 1, 'n'],
  ] as const) {
    const button = byId(id)
    button.hidden = regions.length < 2
    button.addEventListener('click', () => show(step))
    document.addEventListener('keydown', (event) => {
      if (event.key === key && isCommand(event)) show(step)
    })
  }
  if (regions.length > 0) show(1)
}

const tries = 3

/** The service compares one pair of pictures at a time for an address. */
async function readRegions(url: string): Promise<Region[] | null> {
  for (let tryNumber = 1; tryNumber <= tries; tryNumber++) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return ((await response.json()) as Difference).regions
    if (response?.status !== 429) return null
    await new Promise((resolve) => setTimeout(resolve, 1_000 * tryNumber))
  }
  return null
}

/** Puts the picture into a box of its own size, on which the frames lie in percent. */
function framed(picture: HTMLImageElement, { kind }: Region, rect: Region['head']): HTMLElement {
  let box = picture.parentElement
  if (!box?.classList.contains('framed')) {
    box = document.createElement('span')
    box.className = 'framed'
    box.style.width = picture.getAttribute('width') ?? ''
    picture.replaceWith(box)
    picture.setAttribute('width', '100%')
    box.append(picture)
  }
  const frame = document.createElement('span')
  frame.className = `frame ${kind}`
  const place = (): void => {
    const { naturalWidth, naturalHeight } = picture
    const percent = (pixels: number, of: number): string => `${(100 * pixels) / Math.max(1, of)}%`
    frame.style.left = percent(rect.left - margin, naturalWidth)
    frame.style.top = percent(rect.top - margin, naturalHeight)
    frame.style.width = percent(rect.width + 2 * margin, naturalWidth)
    frame.style.height = percent(rect.height + 2 * margin, naturalHeight)
  }
  if (picture.complete) place()
  else picture.addEventListener('load', place, { once: true })
  box.append(frame)
  return frame
}
