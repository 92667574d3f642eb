import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, findAttribute, placeOf, setAttribute, textOf } from '../../../emulate/html-tree'
import type { Step } from '../../../emulate/message'
import { InlineDeclarations } from '../layout/inline-declarations'

/** Windows draws 120 pixels to an inch where it drew 96. */
export const densityOf120Dpi = 1.25

const source = 'rtsz.com, 125 DPI Outlook 2013 previews, 2014; caniemail html-width note 2, 2019-09'

/** Lengths in attributes; those of the second set are whole numbers. */
const lengths = ['width', 'height']
const wholeLengths = ['cellpadding', 'cellspacing', 'hspace', 'vspace']
const vmlLengths = ['style', 'inset', 'strokeweight']

/**
 * At 120 dpi pixels in CSS are counted as points and grow, those in attributes and in VML are the screen's own and do not (rtsz.com,
 * 2014). The page is drawn 1.25 times as dense, so here it is the others that shrink. `<o:PixelsPerInch>96` puts pictures right (jmwhite, 2014-03-28).
 * First of a profile's steps.
 */
export const scaleForDpi: Step = (message) => {
  const elements = elementsIn(message.document)
  const inline = new InlineDeclarations(message)
  const scalesPictures = elements.some(
    (element) => element.tagName === 'o:pixelsperinch' && textOf(element).trim() === '96',
  )
  for (const element of elements) {
    if (element.tagName.includes(':')) scaleDrawing(element)
    else if (element.tagName !== 'img') scaleAttributes(element)
    else if (!scalesPictures) scalePicture(element)
  }
  inline.finish()

  function scaleAttributes(element: Tree.Element): boolean {
    let scaled = false
    for (const name of [...lengths, ...wholeLengths]) {
      const pixels = /^\s*\+?(\d{1,6}(?:\.\d{1,4})?)\s*(?:px)?\s*$/i.exec(
        findAttribute(element, name) ?? '',
      )?.[1]
      if (pixels === undefined || Number(pixels) === 0) continue
      const shrunk = Number(pixels) / densityOf120Dpi
      setAttribute(element, name, String(wholeLengths.includes(name) ? Math.round(shrunk) : round(shrunk)))
      record(name, element)
      scaled = true
    }
    return scaled
  }

  /** Its own size counts the screen's pixels too, when no attribute gives one. */
  function scalePicture(element: Tree.Element): void {
    if (scaleAttributes(element) || ['width', 'height'].some((name) => findAttribute(element, name) !== null))
      return
    inline.add(element, `zoom:${1 / densityOf120Dpi}`)
    record('size', element)
  }

  function scaleDrawing(element: Tree.Element): void {
    for (const name of vmlLengths) {
      const value = findAttribute(element, name)
      if (value === null) continue
      const scaled = value
        .slice(0, 10_000)
        .replace(
          /(\d{1,6}(?:\.\d{1,4})?)px/gi,
          (_whole, pixels: string) => `${round(Number(pixels) / densityOf120Dpi)}px`,
        )
      if (scaled === value) continue
      setAttribute(element, name, scaled)
      record(name, element)
    }
  }

  function record(what: string, element: Tree.Element): void {
    const kind = { rule: 'pixels-not-scaled', what: `${what} of <${element.tagName}>`, source }
    message.changes.record(kind, placeOf(element))
  }
}

const round = (pixels: number): number => Math.round(pixels * 100) / 100
