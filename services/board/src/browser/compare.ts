/*
 * The script of the page that compares pictures: the slider, the button that stops the blinking and then shows one
 * picture or the other, and the places where two versions differ. The page works without it.
 */
import { startDifferencePlaces } from './parts/difference-places'
import { isCommand } from './parts/dom'

const layers = document.getElementById('layers')
const slide = document.getElementById('slide')
if (layers && slide instanceof HTMLInputElement) {
  const move = (): void => layers.style.setProperty('--at', `${slide.value}%`)
  layers.classList.add('sliding')
  slide.hidden = false
  slide.addEventListener('input', move)
  // Pressing or dragging on the pictures moves the slider, too.
  const moveToPointer = (event: PointerEvent): void => {
    if (event.type === 'pointermove' && event.buttons === 0) return
    const { left, width } = layers.getBoundingClientRect()
    slide.value = String(((event.clientX - left) / width) * 100)
    move()
  }
  layers.addEventListener('pointerdown', moveToPointer)
  layers.addEventListener('pointermove', moveToPointer)
  layers.addEventListener('dragstart', (event) => event.preventDefault())
  move()
}

const blink = document.getElementById('blink')
// The first picture lies on top of the second.
const upper = layers?.lastElementChild
if (blink && upper) {
  const { pause = '', showFirst = '', showSecond = '' } = blink.dataset
  // The button says what the next click does.
  const showLabel = (): void => {
    if (!upper.classList.contains('paused')) blink.textContent = pause
    else blink.textContent = upper.classList.contains('under') ? showFirst : showSecond
  }
  blink.hidden = false
  blink.addEventListener('click', () => {
    if (upper.classList.contains('paused')) upper.classList.toggle('under')
    else upper.classList.add('paused')
    showLabel()
  })
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) upper.classList.add('paused')
  showLabel()
}

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !isCommand(event)) return
  event.preventDefault()
  document.getElementById('back')?.click()
})

const places = document.getElementById('places')
if (places) void startDifferencePlaces(places)
