/*
 * global order, measureMessage, window, document, scrollX, scrollY, getComputedStyle, Document, Element, SVGSVGElement,
 * HTMLMarqueeElement
 */

// Runs in the page when it is loaded, in a world of its own. Brings the page to rest and says, as JSON, what its
// picture is of: {"area": {"x", "y", "width", "height"}, "scale", "truncated"} in whole CSS pixels, or null when the
// selector finds nothing. `order` is a `PageOrder`; `measureMessage` comes before these lines (message-area.ts).
//
// The document can put elements of its own in the place of properties (`<img name=body>` is `document.body`), so every
// property is taken from where it is defined.

const read = (from, name, element) => Object.getOwnPropertyDescriptor(from.prototype, name).get.call(element)
const find = (selector) => Document.prototype.querySelector.call(document, selector)
const boxOf = (element) => Element.prototype.getBoundingClientRect.call(element)

/**
 * What moves and comes to an end is shown at its end, what moves for ever at its start; a marquee, which starts
 * outside, at rest.
 */
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

function areaOfPage() {
  const scroller = read(Document, 'scrollingElement', document) ?? find(':root')
  const [width, height] = ['scrollWidth', 'scrollHeight'].map((name) => read(Element, name, scroller))
  return { x: 0, y: 0, width, height }
}

/**
 * Ends the page there: WebKit's picture is always of all of it, and no higher or wider than 32,767 pixels. What a root
 * that contains its layout has beyond its box does not make the page bigger, and its padding makes the box as big as
 * wanted.
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
}

function preparePage({ message, maxLength, maxArea, maxSurfaceLength }) {
  holdStill()
  const measured = measureMessage(window, message)
  if (measured === null) return null
  const { area: wanted, scale } = measured
  const page = areaOfPage()
  // WebKit's surface ends with the page.
  if (page.height < wanted.y + wanted.height)
    find(':root').style.setProperty('min-height', `${wanted.y + wanted.height}px`, 'important')
  const longest = Math.min(Math.floor(maxLength / scale), maxSurfaceLength)
  const width = Math.min(wanted.width, longest)
  const height = Math.min(wanted.height, longest, Math.floor(maxArea / width))
  if (page.width > longest || page.height > longest || page.width * page.height > maxArea) {
    endPage(find(':root'), Math.min(page.width, wanted.x + width), Math.min(page.height, wanted.y + height))
  }
  // The picture is as big as the layout before it was: reading a length lays out at once, and not with the next frame,
  // which may come after the picture.
  areaOfPage()
  const truncated = width < wanted.width || height < wanted.height
  return { area: { ...wanted, width, height }, scale, truncated }
}

JSON.stringify(preparePage(order))
