import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { narrowMessageSource } from './narrow-message'
import type { Area } from './picture-area'

/** What `measureMessage` is told of a document. */
export interface MessageOrder {
  selector: string | null
  /** Of the window, in CSS pixels. */
  frameWidth: number
  /** The client shows the window so much smaller. */
  zoom: number
  tooWide: HtmlDocument['tooWide'] | null
  leastHeight: number | null
}

/** What it answers. */
export interface MessageArea {
  /** Which part of the page is the picture, in whole CSS pixels. */
  area: Area
  /** The client shows that part so much smaller. */
  scale: number
}

export function messageOrder({ frame, captureSelector, tooWide, leastHeight }: HtmlDocument): MessageOrder {
  return {
    selector: captureSelector,
    frameWidth: frame.width,
    zoom: frame.zoom ?? 1,
    tooWide: tooWide ?? null,
    leastHeight: leastHeight ?? null,
  }
}

/**
 * JavaScript for where the document is, in every engine: `measureMessage(window, order)` answers a `MessageArea`, or null when the
 * selector finds nothing. It first lays out a message that is too wide in the width that it needs, and stops progress bars that move. It is
 * text because it runs there and not here.
 *
 * The document can put elements of its own in the place of properties (`<img name=body>` is `document.body`), so every property is taken
 * from where it is defined.
 */
export const measureMessageSource = `
  ${narrowMessageSource}
  /** WebKit's default for a page that says nothing of its scale (ViewportConfiguration.cpp): it shrinks to a quarter, and no further. */
  const smallestScale = 0.25

  const measureMessage = (window, { selector, frameWidth, zoom, tooWide, leastHeight }) => {
    const { document, Document, Element, Range } = window
    const read = (from, name, element) => Object.getOwnPropertyDescriptor(from.prototype, name).get.call(element)
    const find = (css) => Document.prototype.querySelector.call(document, css)
    const boxOf = (element) => Element.prototype.getBoundingClientRect.call(element)
    const root = find(':root')
    const element = selector === null ? root : find(selector)
    if (element === null) return null
    const scroller = () => (selector === null ? read(Document, 'scrollingElement', document) ?? root : element)

    const setFor = (target, properties, measure) => {
      const { style } = target
      const before = Object.keys(properties).map((name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)])
      for (const [name, value] of Object.entries(properties)) style.setProperty(name, value, 'important')
      const measured = measure()
      for (const [name, value, priority] of before) {
        if (value === '') style.removeProperty(name)
        else style.setProperty(name, value, priority)
      }
      return measured
    }

    /** Media queries and \`vw\` go on to see the window. */
    const layOutIn = (width) => {
      const length = width + 'px'
      for (const [name, value] of Object.entries({ transition: 'none', 'box-sizing': 'border-box', width: length, 'min-width': length, 'max-width': length }))
        element.style.setProperty(name, value, 'important')
    }

    const neededWidth = () => read(Element, 'scrollWidth', scroller())
    const fittedWidth = () => {
      if (tooWide === 'cut') return frameWidth
      if (tooWide === 'narrowed') {
        const { paddingLeft, paddingRight } = window.getComputedStyle(element)
        const goal = frameWidth - (parseFloat(paddingLeft) || 0) - (parseFloat(paddingRight) || 0)
        narrow({ window, element, goal, neededWidth, fits: () => neededWidth() <= frameWidth })
      }
      const most = frameWidth / smallestScale
      if (neededWidth() <= frameWidth) return frameWidth
      // What overflows does so by the element's own padding, too.
      const padding = selector === null ? 0 : parseFloat(window.getComputedStyle(element).paddingRight) || 0
      const needed = Math.min(neededWidth() + padding, most)
      layOutIn(needed)
      // What is as wide as the page and something more needs that much more; once, as it would have no end.
      return Math.min(Math.max(needed, neededWidth()), most)
    }

    /** How far a page reaches whose window is higher. */
    const messageHeight = () => {
      const body = find('body')
      const reached = () => {
        const range = Document.prototype.createRange.call(document)
        Range.prototype.selectNodeContents.call(range, body ?? root)
        const margin = parseFloat(window.getComputedStyle(root).marginBottom) || 0
        return Math.max(boxOf(root).bottom + margin, Range.prototype.getBoundingClientRect.call(range).bottom) + window.scrollY
      }
      if (body === null || read(Document, 'compatMode', document) === 'CSS1Compat') return reached()
      // In quirks mode root and body are as high as the window.
      const asHighAsContent = { height: 'fit-content', transition: 'none' }
      return setFor(root, asHighAsContent, () => setFor(body, asHighAsContent, reached))
    }

    const pageHeight = () => {
      const height = read(Element, 'scrollHeight', scroller())
      return leastHeight === null || height > window.innerHeight ? height : Math.ceil(messageHeight())
    }

    /** A bar without a value moves by the clock, so that no two pictures are equal: it stops where it starts, at the left. */
    const stopProgressBars = () => {
      for (const bar of Document.prototype.querySelectorAll.call(document, 'progress:indeterminate')) {
        if (window.getComputedStyle(bar).appearance !== 'auto') continue
        Element.prototype.setAttribute.call(bar, 'max', '1')
        Element.prototype.setAttribute.call(bar, 'value', '0.2')
      }
    }

    stopProgressBars()
    const fitted = tooWide === null ? null : fittedWidth()
    const scale = fitted === null ? zoom : (zoom * frameWidth) / fitted
    const least = Math.ceil((leastHeight ?? 1) / scale)
    if (selector === null) return { area: { x: 0, y: 0, width: Math.max(1, fitted ?? neededWidth()), height: Math.max(1, least, pageHeight()) }, scale }
    const box = boxOf(element)
    const x = Math.max(0, Math.floor(box.left + window.scrollX))
    const y = Math.max(0, Math.floor(box.top + window.scrollY))
    const width = fitted ?? Math.ceil(box.right + window.scrollX) - x
    const height = Math.ceil(box.bottom + window.scrollY) - y
    return { area: { x, y, width: Math.max(1, width), height: Math.max(1, least, height) }, scale }
  }
`
