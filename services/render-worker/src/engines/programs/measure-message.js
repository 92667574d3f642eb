/* global narrow, setStyle */
/* exported measureMessage */

/** WebKit shrinks a page without a viewport scale to a quarter at most (ViewportConfiguration.cpp). */
const smallestScale = 0.25

const measureMessage = (window, { selector, frameWidth, zoom, tooWide, maxStretch, leastHeight }) => {
  const { document, Document, Element, HTMLElement, HTMLImageElement, Range } = window
  const read = (from, name, element) =>
    Object.getOwnPropertyDescriptor(from.prototype, name).get.call(element)
  const find = (css) => Document.prototype.querySelector.call(document, css)
  const boxOf = (element) => Element.prototype.getBoundingClientRect.call(element)
  const root = find(':root')
  const element = selector === null ? root : find(selector)
  if (element === null) return null
  const scroller = () =>
    selector === null ? (read(Document, 'scrollingElement', document) ?? root) : element

  const measureWithStyle = (target, properties, measure) => {
    const undo = setStyle(target, properties, 'important')
    const measured = measure()
    undo()
    return measured
  }

  /** Media queries and `vw` must still see the window's own width. */
  const layOutIn = (width) => {
    const length = width + 'px'
    for (const [name, value] of Object.entries({
      transition: 'none',
      'box-sizing': 'border-box',
      width: length,
      'min-width': length,
      'max-width': length,
    }))
      element.style.setProperty(name, value, 'important')
  }

  const neededWidth = () => read(Element, 'scrollWidth', scroller())
  const isFromRightToLeft = () => window.getComputedStyle(element).direction === 'rtl'

  /**
   * How far the page can be scrolled: engines decide differently by the directions of root and body. From right to
   * left, its left is negative.
   */
  const scrollRange = () => {
    const page = read(Document, 'scrollingElement', document) ?? root
    const [windowWidth, width] = ['clientWidth', 'scrollWidth'].map((name) => read(Element, name, page))
    const { scrollX, scrollY } = window
    window.scrollTo({ left: -width, top: scrollY, behavior: 'instant' })
    const left = Math.min(0, Math.round(window.scrollX))
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    return { left, right: left < 0 ? windowWidth : Infinity }
  }
  const fittedWidth = () => {
    if (tooWide === 'cut') return frameWidth
    if (tooWide === 'narrowed') {
      const { paddingLeft, paddingRight } = window.getComputedStyle(element)
      const goal = frameWidth - (parseFloat(paddingLeft) || 0) - (parseFloat(paddingRight) || 0)
      narrow({ window, element, goal, neededWidth, fits: () => neededWidth() <= frameWidth })
    }
    const maxWidth = frameWidth / smallestScale
    if (neededWidth() <= frameWidth) return frameWidth
    // `scrollWidth` of overflowing content lacks the element's padding at its end.
    const side = isFromRightToLeft() ? 'paddingLeft' : 'paddingRight'
    const padding = selector === null ? 0 : parseFloat(window.getComputedStyle(element)[side]) || 0
    const needed = Math.min(neededWidth() + padding, maxWidth)
    layOutIn(needed)
    // Content that is wider than its container by a fixed amount overflows each time: one more time is enough.
    return Math.min(Math.max(needed, neededWidth()), maxWidth)
  }

  const messageHeight = () => {
    const body = find('body')
    const measureEnd = () => {
      const range = Document.prototype.createRange.call(document)
      Range.prototype.selectNodeContents.call(range, body ?? root)
      const margin = parseFloat(window.getComputedStyle(root).marginBottom) || 0
      return (
        Math.max(boxOf(root).bottom + margin, Range.prototype.getBoundingClientRect.call(range).bottom) +
        window.scrollY
      )
    }
    if (body === null || read(Document, 'compatMode', document) === 'CSS1Compat') return measureEnd()
    // In quirks mode root and body fill the window: measure them as high as their content.
    const asHighAsContent = { height: 'fit-content', transition: 'none' }
    return measureWithStyle(root, asHighAsContent, () => measureWithStyle(body, asHighAsContent, measureEnd))
  }

  const pageHeight = () => {
    const height = read(Element, 'scrollHeight', scroller())
    return leastHeight === null || height > window.innerHeight ? height : Math.ceil(messageHeight())
  }

  /** Floats and the like go below the element, which does not grow with them. */
  const overhang = () => {
    if (window.getComputedStyle(element).overflowY !== 'visible') return 0
    return read(Element, 'scrollHeight', element) - read(Element, 'clientHeight', element)
  }

  /** Moving progress bars would make pictures unequal. */
  const stopProgressBars = () => {
    for (const bar of Document.prototype.querySelectorAll.call(document, 'progress:indeterminate')) {
      if (window.getComputedStyle(bar).appearance !== 'auto') continue
      Element.prototype.setAttribute.call(bar, 'max', '1')
      Element.prototype.setAttribute.call(bar, 'value', '0.2')
    }
  }

  const limitStretch = () => {
    for (const image of Document.prototype.querySelectorAll.call(document, 'img[width]')) {
      const widest = read(HTMLImageElement, 'naturalWidth', image) * maxStretch
      if (widest === 0 || read(HTMLElement, 'offsetWidth', image) <= widest) continue
      const { height } = window.getComputedStyle(image)
      const style = read(HTMLElement, 'style', image)
      style.setProperty('width', widest + 'px', 'important')
      style.setProperty('height', height, 'important')
    }
  }

  /**
   * Edges between device pixels show what is below an image. Blink paints no background there once it found the image
   * opaque; below an image with a view box it always does.
   */
  const showBackgrounds = () => {
    for (const image of Document.prototype.querySelectorAll.call(document, 'img'))
      read(HTMLElement, 'style', image).setProperty('object-view-box', 'inset(0)')
  }

  if (maxStretch !== null) limitStretch()
  stopProgressBars()
  const fitted = tooWide === null ? null : fittedWidth()
  const scale = fitted === null ? zoom : (zoom * frameWidth) / fitted
  if (!Number.isInteger(scale * window.devicePixelRatio)) showBackgrounds()
  const least = Math.ceil((leastHeight ?? 1) / scale)
  const { left, right } = scrollRange()
  if (selector === null) {
    const width = Math.max(1, fitted ?? neededWidth())
    const height = Math.max(1, least, pageHeight())
    return { area: { x: left < 0 ? right - width : 0, y: 0, width, height }, left, scale }
  }
  const box = boxOf(element)
  const y = Math.max(0, Math.floor(box.top + window.scrollY))
  const height = Math.max(1, least, Math.ceil(box.bottom + overhang() + window.scrollY) - y)
  const start = Math.max(left, Math.floor(box.left + window.scrollX))
  const end = Math.min(right, Math.ceil(box.right + window.scrollX))
  const width = Math.max(1, fitted ?? end - start)
  return { area: { x: fitted !== null && left < 0 ? end - width : start, y, width, height }, left, scale }
}
