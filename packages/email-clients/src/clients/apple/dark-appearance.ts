import { walk } from 'css-tree'
import { supportsDark } from '../../engine/dark/supports-dark'
import { elementsIn, findAttribute } from '../../engine/html-tree'
import type { Message } from '../../engine/message'

/**
 * How Mail shows a message while the system is in dark mode.
 * `author`: the email says it supports dark, so its own styles apply (email-bugs 104, 2021-11-26).
 * `inverted`: a plain email, which Mail darkens itself (webkit.org/blog/8840, 2019; maildesigner365.com, 2018-09-12: no
 * images).
 * `light`: any other email stays as in light mode, its dark styles unused (email-bugs 104).
 */
export type DarkAppearance = 'author' | 'inverted' | 'light'

/** Returns how Mail shows a message while the system is in dark mode. */
export function darkAppearanceOf(message: Message): DarkAppearance {
  if (supportsDark(message)) return 'author'
  return hasImages(message) ? 'light' : 'inverted'
}

/**
 * Whether the email has an image larger than the single pixel of an open tracker. An email whose only image is 1 × 1 px
 * is plain; one with 2 × 1 px is not (Litmus, The ultimate guide to dark mode).
 */
function hasImages(message: Message): boolean {
  const isPixel = (length: string | null): boolean => length !== null && /^\s*[01](?:px)?\s*$/i.test(length)
  for (const element of elementsIn(message.body)) {
    if (findAttribute(element, 'background')) return true
    if (!/^(?:img|svg|video)$/.test(element.tagName)) continue
    if (!isPixel(findAttribute(element, 'width')) || !isPixel(findAttribute(element, 'height'))) return true
  }
  const lists = [
    ...message.styleBlocks.map(({ sheet }) => sheet),
    ...message.styleAttributes.map(({ list }) => list),
  ]
  return lists.some((list) => {
    let found = false
    if (list) {
      walk(list, {
        visit: 'Declaration',
        enter({ property, value }) {
          if (!/^background(?:-image)?$/i.test(property)) return
          walk(value, { visit: 'Url', enter: () => void (found = true) })
        },
      })
    }
    return found
  })
}
