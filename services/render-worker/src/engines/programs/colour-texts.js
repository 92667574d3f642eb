/* exported colourTexts */

/**
 * Also removes shadows and lines. Important rules of a layer win over others, but not over `style` attributes. Members
 * are taken from prototypes, because elements can shadow them.
 */
const colourTexts = (window, colour) => {
  const { document, Document, HTMLElement, CSSStyleSheet } = window
  const sheet = new CSSStyleSheet()
  CSSStyleSheet.prototype.replaceSync.call(
    sheet,
    `@layer {
      *, *::before, *::after, *::marker, *::first-line, *::first-letter, *::placeholder {
        -webkit-text-fill-color: ${colour} !important;
        -webkit-text-stroke-color: transparent !important;
        text-decoration-color: transparent !important;
        text-emphasis-color: transparent !important;
        text-shadow: none !important;
        transition: none !important;
      }
      text, tspan, textPath { fill: ${colour} !important; stroke: transparent !important }
    }`,
  )
  Object.getOwnPropertyDescriptor(Document.prototype, 'adoptedStyleSheets').set.call(document, [sheet])
  const ownStyle = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style').get
  for (const element of Document.prototype.querySelectorAll.call(document, '[style*="text-fill-color" i]'))
    if (element instanceof HTMLElement)
      ownStyle.call(element).setProperty('-webkit-text-fill-color', colour, 'important')
}
