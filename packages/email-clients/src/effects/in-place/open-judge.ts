import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { EmailClient } from '../../email-client'
import type { ChangedPart } from '../../engine/changed-part'
import type { OpenJudge } from '../../engine/open-judge'
import type { Change, Frame } from '../../engine/emulated-document'
import { findAttribute } from '../../engine/html-tree'
import { findAdvice } from '../advice'
import type { AdvisedPlace } from './advised-place'
import { changesNothing, isForLight, type JudgedEmail } from './changes-nothing'
import { DrawnEmail } from './drawn-email'
import { EmailElements } from './email-elements'
import { neverHolds } from './never-holds'
import { SentHtml } from './sent-html'
import { isOfState } from './still-reader'
import { familiesOfAddress, familiesOfAtRule } from './web-fonts'

const maxElements = 200_000
const maxWordSearches = 500

interface Email extends JudgedEmail {
  elements: EmailElements
}

/** With the elements that `selectors` match. Null: any. */
type Part = Omit<ChangedPart, 'elements'> & { elements: ReadonlySet<Tree.Element> | null }

/**
 * Decides what needs no picture: whether a change is seen in the element, rule or address where it was made. When in
 * doubt it does not decide.
 */
export const openJudge =
  (emailClient: EmailClient): OpenJudge =>
  (sent) => {
    const elements = new EmailElements(sent.document)
    const html = new SentHtml(sent.html)
    return (message, drawnFrame) => {
      elements.add(message.document)
      // Most clients that darken an email draw it in a light frame.
      const frame: Frame = emailClient.isDark ? { ...drawnFrame, colorScheme: 'dark' } : drawnFrame
      const left = { elements: maxElements, wordSearches: maxWordSearches }
      const email = { html, elements, drawn: new DrawnEmail(message, elements), frame, left }
      return (change, changedPart) => {
        const part = { ...changedPart, elements: elementsOf(changedPart, email) }
        if (bringsOnlyFonts(change, part, email)) return { effect: 'other_clients' }
        if (isUnseen(change, part, email)) return { effect: 'none' }
        const advice = findAdvice(change, emailClient)
        if (!advice?.isFollowed) return {}
        const place = placeOf(part, email)
        if (!advice.isFollowed(place)) return {}
        return { instead: null, ...(advice.isSettled?.(place) && { isSettled: true }) }
      }
    }
  }

function elementsOf({ elements, selectors }: ChangedPart, email: Email): Part['elements'] {
  const found = elements
    ? [new Set(elements)]
    : (selectors?.map((selector) => email.elements.find(selector)) ?? [null])
  const all = new Set<Tree.Element>()
  for (const some of found) {
    email.left.elements -= some?.size ?? 0
    if (!some || email.left.elements < 0) return null
    for (const element of some) all.add(element)
  }
  return all
}

/** The email names another font for clients without these, such as this one. */
function bringsOnlyFonts({ rule }: Pick<Change, 'rule'>, part: Part, { html }: Email): boolean {
  const families = [
    ...(rule === 'at-rule-unsupported' ? (part.atRules ?? []).flatMap(familiesOfAtRule) : []),
    ...[...(part.elements ?? [])].flatMap((element) =>
      element.tagName === 'link' ? familiesOfAddress(findAttribute(element, 'href') ?? '') : [],
    ),
  ]
  return families.length > 0 && families.every((family) => html.hasFallback(family))
}

function isUnseen({ rule }: Pick<Change, 'rule'>, part: Part, email: Email): boolean {
  const { elements, atRules = [], selectors = [], beside = [] } = part
  const { drawn, frame } = email
  if (rule === 'body-replaced')
    return elements !== null && [...elements].every((body) => !drawn.needsBody(body))
  if (atRules.some((atRule) => neverHolds(atRule, frame))) return true
  if (selectors.length > 0 && selectors.every(isOfState)) return true
  const declarations = part.declarations?.filter((node) => node.type === 'Declaration') ?? []
  const mayShow = declarations.some(({ property }) => /^(?:display|all|mso-hide)$/i.test(property))
  if (elements && !mayShow && [...elements].every((element) => isHiddenFor(rule, element, drawn))) return true
  if (elements?.size === 0) return true
  if (rule === 'meta-unsupported' && elements)
    return [...elements].every((meta) => isForLight(findAttribute(meta, 'content') ?? '', frame))
  return (
    declarations.length > 0 &&
    declarations.every((declaration) => changesNothing(declaration, elements, beside, email))
  )
}

const rulesOfElements = /^(?:element-|active-content$|empty-paragraph)/

/** An element that was removed is judged by the one around it. */
function isHiddenFor(rule: string, element: Tree.Element, drawn: DrawnEmail): boolean {
  if (rule === 'meta-unsupported' || element.tagName === 'link') return false
  if (!rulesOfElements.test(rule)) return drawn.isHidden(element)
  const { parentNode } = element
  return (
    parentNode !== null &&
    'tagName' in parentNode &&
    parentNode.tagName !== 'head' &&
    drawn.isHidden(parentNode)
  )
}

function placeOf({ elements: found, declarations = [], atRules = [] }: Part, email: Email): AdvisedPlace {
  const elements = [...(found ?? [])]
  const sentStyleOf = (element: Tree.Element): string => email.elements.sentStyleOf(element)
  const styles = elements.map(sentStyleOf)
  const find: AdvisedPlace['find'] = (selector) => email.elements.find(selector)
  return { elements, declarations, styles, atRules, html: email.html, sentStyleOf, find }
}
