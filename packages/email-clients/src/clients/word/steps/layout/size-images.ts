import type { ChangeKind } from '../../../../engine/change-log'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import {
  elementsIn,
  findAttribute,
  placeOf,
  removeAttribute,
  setAttribute,
} from '../../../../engine/html-tree'
import type { Message, Step } from '../../../../engine/message'
import { css, parsePixels } from '../values/vml-values'
import type { WordVersion } from '../../word-version'
import { InlineDeclarations } from '../../../../engine/inline-declarations'

/** Outlook 2007, in CSS pixels: 18 inches (MSDN blog sfellman, 2008). */
const maxPictureHeight = 1728

/**
 * A percentage refers to the picture's file. It becomes `zoom`: no other CSS scales a picture of unknown size. Outlook
 * 2007 cuts pictures off.
 */
export function sizeImages(version: WordVersion): Step {
  return function sizeImages(message) {
    const inline = new InlineDeclarations(message)
    for (const element of elementsIn(message.document)) {
      // An `<img>` without a place in the source is of a VML drawing.
      if (element.tagName !== 'img' || !element.sourceCodeLocation) continue
      scaleByFile(element, inline, message)
      if (version === 2007) cutOff(element, inline, message)
    }
    inline.finish()
  }
}

function scaleByFile(image: Tree.Element, inline: InlineDeclarations, { changes }: Message): void {
  const name = ['width', 'height'].find((attribute) => percentageOf(image, attribute) !== null)
  const percentage = name === undefined ? null : percentageOf(image, name)
  if (name === undefined || percentage === null) return
  const source = 'caniemail html-width note 1, 2019-09'
  const kind: ChangeKind = { rule: 'image-percentage-of-file', what: `${name}="${css(percentage)}%"`, source }
  if (!changes.record(kind, placeOf(image, name))) return
  const zoom = percentage / 100
  // Zoom scales lengths in attributes too.
  const height = parsePixels(findAttribute(image, 'height'))
  removeAttribute(image, name)
  if (name === 'width' && height !== null) setAttribute(image, 'height', css(height / zoom))
  else removeAttribute(image, 'height')
  if (zoom !== 1) inline.add(image, `zoom:${css(zoom)}`)
}

function percentageOf(image: Tree.Element, attribute: string): number | null {
  const number = /^\s*(\d{1,4}(?:\.\d{1,4})?)\s*%\s*$/.exec(findAttribute(image, attribute) ?? '')?.[1]
  const percentage = Number(number)
  return number === undefined || percentage === 0 ? null : Math.min(percentage, 1000)
}

function cutOff(image: Tree.Element, inline: InlineDeclarations, { changes }: Message): void {
  const width = findAttribute(image, 'width')
  const height = parsePixels(findAttribute(image, 'height'))
  if (height !== null && height <= maxPictureHeight) return
  if (height !== null) {
    const source = 'MSDN blog sfellman, 2008: 18 inches'
    changes.record(
      { rule: 'image-cut-off', what: `height="${css(height)}"`, source },
      placeOf(image, 'height'),
    )
    removeAttribute(image, 'height')
    inline.add(
      image,
      `height:${maxPictureHeight}px;object-view-box:inset(0 0 ${css(100 - (maxPictureHeight / height) * 100)}% 0)`,
    )
  } else if (width !== null) {
    // Only the engine knows the image's height. If it is higher, its upper part is shown.
    inline.add(image, `max-height:${maxPictureHeight}px;object-fit:cover;object-position:0 0`)
  }
}
