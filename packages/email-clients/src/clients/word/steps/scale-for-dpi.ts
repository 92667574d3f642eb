import type { ChangeKind } from '../../../engine/change-log'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, findAttribute, placeOf, setAttribute, textOf } from '../../../engine/html-tree'
import type { Message, Step } from '../../../engine/message'
import { InlineDeclarations } from '../../../engine/inline-declarations'

export const densityOf120Dpi = 1.25

const source =
  'rtsz.com, 125 DPI Outlook 2013 previews, 2014; jmwhite, 2014-03-28; caniemail html-width note 2, 2019-09'

const lengths = ['width', 'height']
const wholeLengths = ['cellpadding', 'cellspacing', 'hspace', 'vspace']
const vmlLengths = ['style', 'inset', 'strokeweight']

/**
 * Word scales pixels of CSS, but not of attributes and VML (rtsz.com, 2014); with `<o:PixelsPerInch>96`, also of
 * pictures and VML (jmwhite, 2014-03-28). The engine draws 1.25 times as dense, so unscaled pixels shrink. Must come
 * before the steps that read lengths.
 */
export const scaleForDpi: Step = (message) => {
  const unscaled = new Set(findUnscaledPictures(message))
  const isScaledByWord = setsPixelsPerInch(message)
  for (const element of elementsIn(message.document)) {
    if (element.tagName.includes(':')) {
      // With PixelsPerInch, drawings grow like the text (mjmlio/mjml 1762).
      if (!isScaledByWord) scaleDrawing(element)
    } else if (element.tagName !== 'img' || unscaled.has(element)) scaleAttributes(element)
  }

  function scaleAttributes(element: Tree.Element): void {
    for (const name of [...lengths, ...wholeLengths]) {
      const pixels = /^\+?(\d{1,6}(?:\.\d{1,4})?)\s*(?:px)?$/i.exec(
        findAttribute(element, name)?.trim() ?? '',
      )?.[1]
      if (pixels === undefined || Number(pixels) === 0) continue
      const shrunk = Number(pixels) / densityOf120Dpi
      setAttribute(element, name, String(wholeLengths.includes(name) ? Math.round(shrunk) : round(shrunk)))
      record(message, element, name)
    }
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
      record(message, element, name)
    }
  }
}

/** Uses `zoom`, which Word does not know, so it must come after the steps that filter declarations. */
export const scaleUnsizedPictures: Step = (message) => {
  const inline = new InlineDeclarations(message)
  for (const picture of findUnscaledPictures(message)) {
    if (lengths.some((name) => findAttribute(picture, name) !== null)) continue
    inline.add(picture, `zoom:${1 / densityOf120Dpi}`)
    record(message, picture)
  }
  inline.finish()
}

/** None if the email sets 96 pixels per inch. */
function findUnscaledPictures(message: Message): Tree.Element[] {
  if (setsPixelsPerInch(message)) return []
  return elementsIn(message.document).filter((element) => element.tagName === 'img')
}

function setsPixelsPerInch({ document }: Message): boolean {
  return elementsIn(document).some(
    (element) => element.tagName === 'o:pixelsperinch' && textOf(element).trim() === '96',
  )
}

function record(message: Message, element: Tree.Element, attribute?: string): void {
  const kind: ChangeKind = {
    rule: 'pixels-not-scaled',
    what: `${attribute ?? 'size'} of <${element.tagName}>`,
    source,
  }
  message.changes.record(kind, placeOf(element, attribute))
}

const round = (pixels: number): number => Math.round(pixels * 100) / 100
