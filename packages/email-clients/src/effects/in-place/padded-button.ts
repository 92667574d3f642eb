import { elementsIn } from '../../engine/html-tree'
import { isForOutlook, onEach, valueIn, type AdvisedPlace, type IsFollowed } from './advised-place'
import { valueOf } from './drawn-email'

/** CSS pixels above and below together, and at both sides. */
interface Padding {
  vertical: number
  horizontal: number
}

const none: Padding = { vertical: 0, horizontal: 0 }
/** Of a link's padding: less is seen as another button. */
const leastShare = 0.5

/** The cell around has about the padding for Outlook, or wide and raised characters in the link make it. */
export const isPaddedForOutlook = onEach((link, place) => {
  const { parentNode } = link
  const asked = paddingAsked(place, place.sentStyleOf(link))
  const isEnough = ({ vertical, horizontal }: Padding): boolean =>
    vertical >= asked.vertical * leastShare && horizontal >= asked.horizontal * leastShare
  if (parentNode && 'tagName' in parentNode && /^t[dh]$/.test(parentNode.tagName)) {
    const style = place.sentStyleOf(parentNode)
    const forOutlook = valueIn(style, 'mso-padding-alt')
    if (forOutlook !== null && isEnough(paddingOf(forOutlook))) return true
    if (isForOutlook(parentNode, place) && isEnough(paddingIn(style))) return true
  }
  const inside = elementsIn(link)
  const raised = inside.map((inner) => lengthOf(valueIn(place.sentStyleOf(inner), 'mso-text-raise')))
  const isRaised = 2 * Math.max(0, ...raised) >= asked.vertical * leastShare
  const isWidened = inside.some(
    (inner) =>
      isForOutlook(inner, place) && lengthOf(valueIn(place.sentStyleOf(inner), 'mso-font-width')) !== 0,
  )
  return inside.length > 0 && isRaised && (isWidened || asked.horizontal === 0)
})

/** As high as a line of the text is in any case. */
export const hasPlainLines: IsFollowed = ({ declarations }) =>
  declarations.every((node) => {
    if (node.type !== 'Declaration') return false
    const [, number, unit] = /^([\d.]{1,9})(%|px)?$/.exec(valueOf(node)) ?? []
    return Number(number) <= (unit === '%' ? 200 : unit === 'px' ? 32 : 2)
  })

/** Of what was dropped, else of the element. Vertically alone for `padding-top` and so on. */
function paddingAsked({ declarations }: AdvisedPlace, style: string): Padding {
  const dropped = declarations.flatMap((node) =>
    node.type === 'Declaration' && /^padding/i.test(node.property)
      ? [`${node.property.toLowerCase()}:${valueOf(node)}`]
      : [],
  )
  return paddingIn(dropped.length > 0 ? dropped.join(';') : style)
}

function paddingIn(style: string): Padding {
  const short = paddingOf(valueIn(style, 'padding') ?? '')
  const sides = (one: string, other: string): number =>
    lengthOf(valueIn(style, `padding-${one}`)) + lengthOf(valueIn(style, `padding-${other}`))
  return {
    vertical: Math.max(short.vertical, sides('top', 'bottom')),
    horizontal: Math.max(short.horizontal, sides('left', 'right')),
  }
}

/** Of a shorthand with one to four lengths. */
function paddingOf(value: string): Padding {
  const [top, right = top, bottom = top, left = right] = value.trim().split(/\s+/).map(lengthOf)
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return none
  return { vertical: top + bottom, horizontal: right + left }
}

const pixelsIn: Readonly<Record<string, number>> = { pt: 4 / 3, em: 16, rem: 16 }

/** CSS pixels; other units count as such. */
function lengthOf(length: string | null): number {
  const [, number, unit = ''] = /^(-?[\d.]{1,9})([a-z]*)/.exec(length ?? '') ?? []
  return number === undefined ? 0 : Number(number) * (pixelsIn[unit] ?? 1)
}
