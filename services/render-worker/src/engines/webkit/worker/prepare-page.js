/* global order, document, scrollX, scrollY, getComputedStyle, Document, Element, Node, SVGSVGElement, HTMLMarqueeElement */

// Runs in the page when it is loaded, in a world of its own. Brings the page to rest and says, as JSON, what its picture is of:
// {"area": {"x", "y", "width", "height"}, "truncated"} in whole CSS pixels, or null when `order.selector` finds nothing.
// `order` is {selector, zoomsOut, maxLength, maxArea}, the last two in CSS pixels.
//
// The document can put elements of its own in the place of properties (`<img name=body>` is `document.body`), so every property is
// taken from where it is defined.

const read = (from, name, element) => Object.getOwnPropertyDescriptor(from.prototype, name).get.call(element)
const find = (selector) => Document.prototype.querySelector.call(document, selector)
const boxOf = (element) => Element.prototype.getBoundingClientRect.call(element)

/** What moves and comes to an end is shown at its end, what moves for ever at its start; a marquee, which starts outside, at rest. */
function holdStill() {
  for (const animation of Document.prototype.getAnimations.call(document)) {
    if (Number.isFinite(animation.effect.getComputedTiming().endTime)) animation.finish()
    else {
      animation.pause()
      animation.currentTime = 0
    }
  }
  for (const svg of Document.prototype.querySelectorAll.call(document, 'svg')) {
    SVGSVGElement.prototype.pauseAnimations.call(svg)
    SVGSVGElement.prototype.setCurrentTime.call(svg, 0)
  }
  for (const marquee of Document.prototype.querySelectorAll.call(document, 'marquee')) {
    HTMLMarqueeElement.prototype.stop.call(marquee)
    Element.prototype.scrollTo.call(marquee, 0, 0)
  }
}

/** As the apps do it, by zoom: media queries and `vw` still see the screen. */
function zoomOut(element) {
  const shown = read(Element, 'clientWidth', element)
  const needed = read(Element, 'scrollWidth', element)
  if (needed > shown && shown > 0) element.style.zoom = String(shown / needed)
}

/** What an element's zoom and those around it have made of its pixels. */
function zoomOf(element) {
  if (element === null) return 1
  return (parseFloat(getComputedStyle(element).zoom) || 1) * zoomOf(read(Node, 'parentElement', element))
}

/** WebKit 2.50 tells a box in the element's own pixels, 2.54 in the page's, as CSS Viewport 1 wants it. */
function areBoxesZoomed() {
  const probe = Document.prototype.createElement.call(document, 'div')
  probe.style.cssText = 'all: initial !important; position: absolute !important; width: 8px !important'
  const root = find(':root')
  Node.prototype.appendChild.call(root, probe)
  const [whole, twice] = ['1', '2'].map((zoom) => {
    probe.style.setProperty('zoom', zoom, 'important')
    return boxOf(probe).width
  })
  Node.prototype.removeChild.call(root, probe)
  return twice > whole
}

/** The border box, outwards to whole pixels; never empty. */
function areaOf(element) {
  const box = boxOf(element)
  const ownZoom = zoomOf(element)
  const zoom = ownZoom === 1 || areBoxesZoomed() ? 1 : ownZoom
  const x = Math.max(0, Math.floor(box.left * zoom + scrollX))
  const y = Math.max(0, Math.floor(box.top * zoom + scrollY))
  const right = Math.ceil(box.right * zoom + scrollX)
  const bottom = Math.ceil(box.bottom * zoom + scrollY)
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) }
}

function areaOfPage() {
  const scroller = read(Document, 'scrollingElement', document) ?? find(':root')
  const [width, height] = ['scrollWidth', 'scrollHeight'].map((name) => read(Element, name, scroller))
  return { x: 0, y: 0, width, height }
}

/**
 * Ends the page there: WebKit's picture is always of all of it, and no higher or wider than 32,767 pixels. What a root that contains
 * its layout has beyond its box does not make the page bigger, and its padding makes the box as big as wanted.
 */
function endPage(root, right, bottom) {
  const style = getComputedStyle(root)
  const set = (property, value) => root.style.setProperty(property, value, 'important')
  const length = (property) => parseFloat(style.getPropertyValue(property)) || 0
  // A transition would outrank what is set here, and begin where the length was.
  set('transition', 'none')
  const body = find('body')
  // A body's background is the page's, but not under a root that contains anything (CSS Containment §2).
  if (body && style.backgroundColor === 'rgba(0, 0, 0, 0)' && style.backgroundImage === 'none') {
    const ofBody = getComputedStyle(body)
    for (const part of ['color', 'image', 'size', 'repeat', 'position', 'origin', 'clip']) {
      set(`background-${part}`, ofBody.getPropertyValue(`background-${part}`))
    }
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
  // The picture is as big as the layout before it was: reading a length lays out at once, and not with the next frame, which may come
  // after the picture.
  areaOfPage()
}

function preparePage({ selector, zoomsOut, maxLength, maxArea }) {
  const root = find(':root')
  const element = selector === null ? root : find(selector)
  if (element === null) return null
  holdStill()
  if (zoomsOut) zoomOut(element)
  const page = areaOfPage()
  const wanted = selector === null ? page : areaOf(element)
  const width = Math.min(wanted.width, maxLength)
  const height = Math.min(wanted.height, maxLength, Math.floor(maxArea / width))
  if (page.width > maxLength || page.height > maxLength || page.width * page.height > maxArea) {
    endPage(root, Math.min(page.width, wanted.x + width), Math.min(page.height, wanted.y + height))
  }
  return { area: { ...wanted, width, height }, truncated: width < wanted.width || height < wanted.height }
}

JSON.stringify(preparePage(order))
