/* global order, measureMessage, setStyle, window, document, scrollX, scrollY, getComputedStyle, Document, Element, NodeFilter, Image, SVGSVGElement, HTMLImageElement, HTMLInputElement, HTMLMarqueeElement */

// Runs in an isolated world of the page. `untilDrawable` stops animations, cuts a page that is too large, and resolves
// to a `MeasuredPage` as JSON, or null when the selector finds nothing. drawing.py puts `order`, a `PageOrder`,
// `measureMessage` and its `setStyle` before these lines. A document's elements can shadow properties (`<img
// name=body>` becomes `document.body`), so all are taken from prototypes.

const read = (from, name, element) => Object.getOwnPropertyDescriptor(from.prototype, name).get.call(element)
const find = (selector) => Document.prototype.querySelector.call(document, selector)
/** Without those that only have the name, such as `<math><svg>`. */
const elements = (name, Type) =>
  Array.from(Document.prototype.querySelectorAll.call(document, name)).filter((each) => each instanceof Type)
const boxOf = (element) => Element.prototype.getBoundingClientRect.call(element)

function stopMotion() {
  for (const animation of Document.prototype.getAnimations.call(document)) {
    if (Number.isFinite(animation.effect.getComputedTiming().endTime)) animation.finish()
    else {
      animation.pause()
      animation.currentTime = 0
    }
  }
  for (const svg of elements('svg', SVGSVGElement)) {
    SVGSVGElement.prototype.pauseAnimations.call(svg)
    SVGSVGElement.prototype.setCurrentTime.call(svg, 0)
  }
  for (const marquee of elements('marquee', HTMLMarqueeElement)) {
    HTMLMarqueeElement.prototype.stop.call(marquee)
    Element.prototype.scrollTo.call(marquee, 0, 0)
  }
}

function sizeOfPage() {
  const scroller = read(Document, 'scrollingElement', document) ?? find(':root')
  const [width, height] = ['scrollWidth', 'scrollHeight'].map((name) => read(Element, name, scroller))
  return { width, height }
}

/**
 * WebKit's snapshot begins at 0. The window must then go from left to right; root and body keep their places, and the
 * body its texts' direction.
 */
function beginAtZero(root, left) {
  const leftOf = (element) => (element === null ? 0 : boxOf(element).left)
  const set = (element, property, value) => element.style.setProperty(property, value, 'important')
  const body = find('body')
  const before = [root, body].map(leftOf)
  if (body !== null) set(body, 'direction', getComputedStyle(body).direction)
  set(root, 'direction', 'ltr')
  const rootMoved = leftOf(root) - before[0]
  const bodyMoved = leftOf(body) - before[1] - rootMoved
  if (bodyMoved !== 0)
    set(body, 'margin-left', `${(parseFloat(getComputedStyle(body).marginLeft) || 0) - bodyMoved}px`)
  set(root, 'transform', `translateX(${-left - rootMoved}px)`)
}

/** Matches whose first group is a picture's address. `cutPage` copies the backgrounds to the root. */
const backgrounds = []

/**
 * WebKit requests a picture again that is set after the page was loaded; an image element waits for the same request.
 */
function untilBackgroundsShow() {
  const shown = backgrounds.map(([, url]) => {
    const image = new Image()
    image.src = url
    return image.decode().catch(() => undefined)
  })
  return Promise.all(shown)
}

/**
 * WebKit's snapshot shows the whole page, at most 32,767 pixels each way. With `contain: layout` content beyond the
 * root's box does not enlarge it; padding gives the box its size.
 */
function cutPage(root, right, bottom) {
  const style = getComputedStyle(root)
  const set = (property, value) => root.style.setProperty(property, value, 'important')
  const length = (property) => parseFloat(style.getPropertyValue(property)) || 0
  // A running transition would override the lengths set here.
  set('transition', 'none')
  const body = find('body')
  // Containment stops the body's background from spreading to the page (CSS Containment §2): copy it to the root.
  if (body && style.backgroundColor === 'rgba(0, 0, 0, 0)' && style.backgroundImage === 'none') {
    const bodyStyle = getComputedStyle(body)
    for (const part of ['color', 'image', 'size', 'repeat', 'position', 'origin', 'clip']) {
      set(`background-${part}`, bodyStyle.getPropertyValue(`background-${part}`))
    }
    backgrounds.push(...bodyStyle.backgroundImage.matchAll(/url\("([^"]*)"\)/g))
  }
  const box = boxOf(root)
  for (const [dimension, before, after, room] of [
    ['width', 'left', 'right', right - scrollX - box.left],
    ['height', 'top', 'bottom', bottom - scrollY - box.top],
  ]) {
    const insetOf = (side) => length(`padding-${side}`) + length(`border-${side}-width`)
    const inner =
      style.boxSizing === 'border-box'
        ? length(dimension) - insetOf(before) - insetOf(after)
        : length(dimension)
    const innerRoom = room - insetOf(before)
    set(`min-${dimension}`, '0')
    set(`max-${dimension}`, 'none')
    set(dimension, `${Math.min(inner, innerRoom)}px`)
    set(`padding-${after}`, `${Math.max(0, innerRoom - inner)}px`)
    set(`border-${after}-width`, '0')
    set(`margin-${after}`, '0')
  }
  set('box-sizing', 'content-box')
  set('contain', 'layout')
}

/**
 * WebKitGTK moves a right-to-left word by the mark of its last letter (`m_initialAdvance` in
 * ComplexTextControllerSkia.cpp). A zero-width non-joiner takes its place; a direction mark keeps it in the word.
 */
function keepMarkedWordsOnTheLine() {
  const markedEnd = /((?=\p{M})[\u0591-\u08ff])(?![\p{L}\p{M}\u200c\u200d])/gu
  const isOfArabicClass = (mark) => /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}]/u.test(mark)
  const texts = Document.prototype.createTreeWalker.call(document, document, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data } = texts.currentNode
    const kept = data.replace(
      markedEnd,
      (mark) => `${mark}\u200c${isOfArabicClass(mark) ? '\u061c' : '\u200f'}`,
    )
    if (kept !== data) texts.currentNode.data = kept
  }
}

/** WebKit shows the present date, in grey, in an empty field for a date. The same email has to be the same tomorrow. */
function showNoPresentDate() {
  for (const input of elements('input', HTMLInputElement)) {
    const isOfDate = ['date', 'month', 'datetime-local'].includes(read(HTMLInputElement, 'type', input))
    if (!isOfDate || read(HTMLInputElement, 'value', input) !== '') continue
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'valueAsNumber').set.call(input, 0)
    input.style.setProperty('-webkit-text-fill-color', 'darkgray', 'important')
  }
}

/** Depending on when it fails, WebKit gives an image that shows nothing the room of its `width`, or none as HTML says. */
function takeRoomFromBrokenImages() {
  const undo = elements('img[alt=""]', HTMLImageElement)
    .filter((image) => read(HTMLImageElement, 'naturalWidth', image) === 0)
    .map((image) => setStyle(image, { display: 'none' }, 'important'))
  if (undo.length === 0) return
  sizeOfPage()
  for (const show of undo) show()
}

function preparePage({ message, maxLength, maxArea, maxSurfaceLength }) {
  stopMotion()
  takeRoomFromBrokenImages()
  showNoPresentDate()
  keepMarkedWordsOnTheLine()
  const measured = measureMessage(window, message)
  if (measured === null) return null
  const { area, left, scale } = measured
  if (left < 0) beginAtZero(find(':root'), left)
  const target = { ...area, x: area.x - left }
  const page = sizeOfPage()
  // WebKit's snapshot ends with the page.
  if (page.height < target.y + target.height)
    find(':root').style.setProperty('min-height', `${target.y + target.height}px`, 'important')
  const longest = Math.min(Math.floor(maxLength / scale), maxSurfaceLength)
  const width = Math.min(target.width, longest)
  const height = Math.min(target.height, longest, Math.floor(maxArea / width))
  if (page.width > longest || page.height > longest || page.width * page.height > maxArea) {
    cutPage(find(':root'), Math.min(page.width, target.x + width), Math.min(page.height, target.y + height))
  }
  // Forces the layout now: with the next frame it might come after the snapshot.
  sizeOfPage()
  const truncated = width < target.width || height < target.height
  return { area: { ...target, width, height }, scale, truncated }
}

// eslint-disable-next-line no-unused-vars -- drawing.py calls it.
async function untilDrawable() {
  const prepared = preparePage(order)
  await untilBackgroundsShow()
  return JSON.stringify(prepared)
}
