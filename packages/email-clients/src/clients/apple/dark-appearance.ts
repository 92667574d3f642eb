import { generate, walk } from 'css-tree'
import { supportsDark } from '../../engine/dark/supports-dark'
import { visitColours } from '../../engine/dark/visit-colours'
import { elementsIn, findAttribute } from '../../engine/html-tree'
import type { Message } from '../../engine/message'

/**
 * `author`: the email supports dark; `inverted`: plain (webkit.org/blog/8840); `light`: any other (email-bugs 104).
 * Assumed: backgrounds alone make it `light` (matzipan/envoyer 280, leemunroe/responsive-html-email-template 193,
 * stickerdaniel/saas-starter 943), unlike in the first Mail (StackExchange/Stacks 206).
 */
export type DarkAppearance = 'author' | 'inverted' | 'light'

/** @param isFirst whether it is the Mail of iOS 13 or macOS 10.15 */
export function darkAppearanceOf(message: Message, isFirst: boolean): DarkAppearance {
  if (supportsDark(message)) return 'author'
  return hasImages(message) || (!isFirst && hasBackgrounds(message)) ? 'light' : 'inverted'
}

/** An image of up to 1 × 1 px is an open tracker; one of 2 × 1 px counts (Litmus, The ultimate guide to dark mode). */
function hasImages(message: Message): boolean {
  const isTiny = (length: string | null): boolean => length !== null && /^\s*[01](?:px)?\s*$/i.test(length)
  for (const element of elementsIn(message.body)) {
    if (findAttribute(element, 'background')) return true
    if (!/^(?:img|svg|video)$/.test(element.tagName)) continue
    if (!isTiny(findAttribute(element, 'width')) || !isTiny(findAttribute(element, 'height'))) return true
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
          walk(value, (node) => {
            found ||= node.type === 'Url'
          })
        },
      })
    }
    return found
  })
}

const textElements = /^(?:a|abbr|b|big|cite|code|em|font|i|mark|s|small|span|strike|strong|sub|sup|tt|u)$/

/** A background behind words does not count: replies have those. */
function hasBackgrounds(message: Message): boolean {
  let found = false
  visitColours(message, ({ role, colour, owners, atrule }) => {
    const isBehindText = owners.length > 0 && owners.every(({ tagName }) => textElements.test(tagName))
    const isForDark = atrule?.prelude ? /prefers-color-scheme/i.test(generate(atrule.prelude)) : false
    found ||= /^(?:background|gradient)$/.test(role) && colour.alpha !== 0 && !isBehindText && !isForDark
    return null
  })
  return found
}
