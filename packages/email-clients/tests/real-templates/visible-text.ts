import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

/**
 * The name of a client in conditional comments. `reads all`: all conditions are true for it; null: it has no
 * conditional comments.
 */
export type ConditionReader = 'mso' | 'IE' | 'reads all' | null

/** The conditions in these templates, and the clients for which they are true. */
const meantFor: Readonly<Record<string, readonly string[]>> = {
  mso: ['mso'],
  'mso | IE': ['mso', 'IE'],
  '!mso': ['IE'],
  'lte mso 11': [],
}

/**
 * Returns the visible text of an email, without blanks. Its rules are few and share no code with the emulation, because
 * they test it. Text is visible unless it is in the head, a comment or a style, or in an element with `display: none`
 * in its `style`; with `showsHidden`, the latter is visible, too.
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
  // Invisible characters go, too: those that only separate words, and those that fill the inbox's preview line.
  return texts.join('').replace(/[\s\p{Cf}\u034f\u2007]/gu, '')
}

const neverSeen = ['head', 'style', 'script', 'noscript', 'xml']

const isNeverSeen = ({ tagName }: Tree.Element): boolean => neverSeen.includes(tagName)

const hidesItself = ({ attrs }: Tree.Element): boolean =>
  attrs.some(({ name, value }) => name === 'style' && /display\s*:\s*none/i.test(value))

/** Whether an element is a list's bullet or number, which the HTML of the email does not have as text. */
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
  if (!programs) throw new Error(`meantFor has no entry for [if ${condition}]`)
  return reader === 'reads all' || programs.includes(reader)
}
