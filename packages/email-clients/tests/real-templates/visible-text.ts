import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

/**
 * What a program calls itself in conditional comments; `reads all`: it takes any condition for true; null: it knows
 * none.
 */
export type ConditionReader = 'mso' | 'IE' | 'reads all' | null

/** The conditions that these templates have, and who they are meant for. */
const meantFor: Readonly<Record<string, readonly string[]>> = {
  mso: ['mso'],
  'mso | IE': ['mso', 'IE'],
  '!mso': ['IE'],
  'lte mso 11': [],
}

/**
 * The text of an email that somebody sees, without its blanks: rules as few and plain as can be, and none of the
 * emulation's. Text is seen unless it stands in the head, in a comment, in a style, or in an element whose own style
 * hides it from a client that heeds that.
 */
export function visibleText(
  html: string,
  { reader = null, showsHidden = false }: { reader?: ConditionReader; showsHidden?: boolean } = {},
): string {
  const texts: string[] = []
  const collect = (node: Tree.Node): void => {
    if (node.nodeName === '#text') texts.push((node as Tree.TextNode).value)
    if ('tagName' in node && (isNeverSeen(node) || isListMarker(node) || (!showsHidden && hidesItself(node))))
      return
    if ('childNodes' in node) node.childNodes.forEach(collect)
  }
  collect(parse(readConditions(html, reader)))
  // Also what only parts words, or is there to fill the inbox's line.
  return texts.join('').replace(/[\s\p{Cf}\u034f\u2007]/gu, '')
}

const neverSeen = ['head', 'style', 'script', 'noscript', 'xml']

const isNeverSeen = ({ tagName }: Tree.Element): boolean => neverSeen.includes(tagName)

const hidesItself = ({ attrs }: Tree.Element): boolean =>
  attrs.some(({ name, value }) => name === 'style' && /display\s*:\s*none/i.test(value))

/** A list's bullet or number, which the email's HTML does not have as text. */
const isListMarker = ({ attrs }: Tree.Element): boolean =>
  attrs.some(({ name, value }) => name === 'style' && /mso-list\s*:\s*ignore/i.test(value))

function readConditions(html: string, reader: ConditionReader): string {
  if (reader === null) return html
  return html
    .replace(
      /<!--\[if ([^\]]*)\]><!-->(.*?)<!--<!\[endif\]-->/gs,
      (_all, condition: string, content: string) => (isMeant(condition, reader) ? content : ''),
    )
    .replace(/<!--\[if ([^\]]*)\]>(.*?)<!\[endif\]-->/gs, (_all, condition: string, content: string) =>
      isMeant(condition, reader) ? content : '',
    )
}

function isMeant(condition: string, reader: string): boolean {
  const programs = meantFor[condition.trim()]
  if (!programs) throw new Error(`nobody said who [if ${condition}] is meant for`)
  return reader === 'reads all' || programs.includes(reader)
}
