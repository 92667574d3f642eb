import { generate, type CssNode, type Declaration, type Selector } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { addBlocks, declarationPlaces } from '../../engine/declaration-places'
import { elementsIn, findAttribute, textOf } from '../../engine/html-tree'
import type { DeclarationPlace, Message } from '../../engine/message'
import { parseStyleSheet } from '../../engine/parse-css'
import { namesOf, readName, type EmailElements } from './email-elements'
import { familiesOfAddress, familiesOfAtRule } from './web-fonts'

interface Rule {
  declared: ReadonlyMap<string, string>
  /** Null: any element. */
  selectors: readonly CssNode[] | null
  isUnconditional: boolean
  isOfPage: boolean
}

interface Styles {
  inline: ReadonlyMap<Tree.Element, Rule>
  rules: readonly Rule[]
  /** A linked style sheet may set anything. */
  areAllRead: boolean
}

const neverShown = new Set(['head', 'title', 'style', 'meta', 'link', 'script', 'template'])

/** Of the rules that set one property. Only a hostile email has more: then nothing is known of any element. */
const maxSelectors = 500

/** What the last step has left. Reads styles only when asked. */
export class DrawnEmail {
  readonly #hidden = new Map<Tree.Element, boolean>()
  readonly #anywhere = new Map<string, boolean>()
  readonly #byProperty = new Map<string, readonly Rule[] | null>()
  #styles: Styles | null = null

  constructor(
    private readonly message: Message,
    private readonly elements: EmailElements,
  ) {}

  /** The element or one around it is not displayed. */
  isHidden(element: Tree.Element): boolean {
    const asked: Tree.Element[] = []
    let isHidden = false
    for (let node: Tree.ParentNode | null = element; node && 'tagName' in node; node = node.parentNode) {
      const known = this.#hidden.get(node)
      isHidden = known ?? this.#isHiddenItself(node)
      if (known === undefined) asked.push(node)
      if (isHidden || known === false) break
    }
    for (const node of asked) this.#hidden.set(node, isHidden)
    return isHidden
  }

  /** Whether the email or the client's page may set such a property of the element. */
  maySet(element: Tree.Element, property: RegExp): boolean {
    const own = this.#readStyles().inline.get(element)
    if (own && sets(own, property)) return true
    const rules = this.#rulesThatSet(property)
    return rules === null || rules.some((rule) => this.#mayMatch(rule, element))
  }

  /** Values that the email or the client's page may set. `unknown` if any. */
  valuesOf(element: Tree.Element, property: RegExp): string[] {
    const own = this.#readStyles().inline.get(element)
    const matching = this.#rulesThatSet(property)?.filter((rule) => this.#mayMatch(rule, element))
    if (!matching) return ['unknown']
    return [...(own ? [own] : []), ...matching].flatMap(({ declared }) =>
      [...declared].filter(([name]) => property.test(name)).map(([, value]) => value),
    )
  }

  /** Whether the email or the client's page may set such a property of any element. */
  maySetAnywhere(property: RegExp): boolean {
    const known = this.#anywhere.get(property.source)
    if (known !== undefined) return known
    const { inline } = this.#readStyles()
    const maySet =
      this.#rulesThatSet(property)?.length !== 0 || [...inline.values()].some((rule) => sets(rule, property))
    this.#anywhere.set(property.source, maySet)
    return maySet
  }

  /** Null: too many to ask, or not all are read. */
  #rulesThatSet(property: RegExp): readonly Rule[] | null {
    const known = this.#byProperty.get(property.source)
    if (known !== undefined) return known
    const { rules, areAllRead } = this.#readStyles()
    const found = rules.filter((rule) => sets(rule, property))
    const selectors = found.reduce((sum, rule) => sum + (rule.selectors?.length ?? 1), 0)
    const answer = areAllRead && selectors <= maxSelectors ? found : null
    this.#byProperty.set(property.source, answer)
    return answer
  }

  /** Whether `<body>` has more than an element in the client's page has from the same declarations. */
  needsBody(body: Tree.Element): boolean {
    const { inline, rules, areAllRead } = this.#readStyles()
    const own = inline.get(body)
    if (!areAllRead || (own && sets(own, ofCanvas)) || body.attrs.some(isOfBody)) return true
    return rules.some((rule) => {
      if (rule.isOfPage) return false
      if (sets(rule, ofCanvas) && this.#mayMatch(rule, body)) return true
      const isLost = rule.selectors?.some(namesPage) ?? true
      return isLost && [...rule.declared].some(([property, value]) => !isReset(property, value))
    })
  }

  #isHiddenItself(element: Tree.Element): boolean {
    if (this.message.hidden.has(element) || neverShown.has(element.tagName)) return true
    const own = this.#readStyles().inline.get(element)?.declared.get('display')
    const others = this.#rulesThatSet(display)?.filter((rule) => this.#mayMatch(rule, element))
    if (!others) return false
    const values = [own ?? 'none', ...others.map(({ declared }) => declared.get('display') ?? 'unset')]
    if (values.some((value) => value !== 'none')) return false
    return own === 'none' || others.some((rule) => surelyMatches(rule, element))
  }

  #mayMatch({ selectors }: Rule, element: Tree.Element): boolean {
    return selectors?.some((selector) => this.elements.find(selector)?.has(element) ?? true) ?? true
  }

  #readStyles(): Styles {
    if (this.#styles) return this.#styles
    const { styleAttributes, styleBlocks, document } = this.message
    const inline = new Map<Tree.Element, Rule>()
    for (const { owners, list } of styleAttributes) {
      const declared = read(list?.children ?? [])
      const rule = { declared, selectors: null, isUnconditional: true, isOfPage: false }
      for (const owner of owners) inline.set(owner, rule)
    }
    const ofEmail = new Set(styleBlocks.map(({ element }) => element))
    const places = declarationPlaces({ styleBlocks, styleAttributes: [] })
    const pagePlaces: DeclarationPlace[] = []
    let areAllRead = !styleBlocks.some(({ sheet }) => sheet?.children.some(isImport))
    for (const element of elementsIn(document)) {
      if (element.tagName === 'link' && !bringsFonts(findAttribute(element, 'href') ?? '')) areAllRead = false
      if (element.tagName !== 'style' || ofEmail.has(element)) continue
      const sheet = parseStyleSheet(textOf(element), null).root
      if (sheet) addBlocks(sheet.children, { rules: [], atRules: [] }, pagePlaces)
    }
    const rules = [...pagePlaces.map(ruleOf(true)), ...places.map(ruleOf(false))]
    this.#styles = { inline, rules, areAllRead }
    return this.#styles
  }
}

const display = /^display$/
const ofCanvas = /^(?:background|(?:min-)?height)/

const isOfBody = ({ name, value }: { name: string; value: string }): boolean =>
  /^(?:background|bgcolor|text|[av]?link)$/.test(name) || (name.includes('margin') && value.trim() !== '0')

const namesPage = (selector: CssNode): boolean =>
  selector.type !== 'Selector' ||
  selector.children.some((node) => /^(?:html|body)$/.test(readName(node) ?? '')) ||
  selector.children.first?.type === 'NestingSelector'

/** Declarations of `<body>` that also hold for an element in its place, or do nothing there. */
const isReset = (property: string, value: string): boolean =>
  (/^(?:margin|padding)/.test(property) && /^0(?:px)?(?: 0(?:px)?)*$/.test(value)) ||
  (property === 'width' && value === '100%') ||
  /^(?:-(?:webkit|ms|moz)-|mso-|text-size-adjust$)/.test(property)

const bringsFonts = (address: string): boolean => familiesOfAddress(address).length > 0

const isImport = (node: CssNode): boolean =>
  node.type === 'Atrule' && node.name.toLowerCase() === 'import' && familiesOfAtRule(node).length === 0

const ruleOf =
  (isOfPage: boolean) =>
  ({ items, part: { selectors, atRules = [] } }: DeclarationPlace): Rule => ({
    declared: read(items),
    selectors: selectors ?? null,
    isUnconditional: atRules.length === 0,
    isOfPage,
  })

/** Of a property that is declared with different values, the one that shows. */
function read(nodes: Iterable<CssNode>): Map<string, string> {
  const declared = new Map<string, string>()
  for (const node of nodes) {
    if (node.type !== 'Declaration') continue
    const property = node.property.toLowerCase()
    const value = valueOf(node)
    if (property !== 'display' || (declared.get(property) ?? 'none') === 'none') declared.set(property, value)
  }
  return declared
}

/** In lower case. */
export const valueOf = ({ value }: Declaration): string => generate(value).trim().toLowerCase()

function sets({ declared }: Rule, property: RegExp): boolean {
  for (const name of declared.keys()) if (name === 'all' || property.test(name)) return true
  return false
}

function surelyMatches({ selectors, isUnconditional }: Rule, element: Tree.Element): boolean {
  if (!isUnconditional) return false
  return selectors?.some((selector) => selector.type === 'Selector' && matches(selector, element)) ?? false
}

/** False for all but names with blanks between. */
function matches({ children }: Selector, element: Tree.Element): boolean {
  let compound: string[] = []
  const compounds = [compound]
  for (const node of children) {
    const name = readName(node)
    if (name !== null) compound.push(name)
    else if (node.type === 'Combinator' && node.name === ' ') compounds.push((compound = []))
    else return false
  }
  for (let node: Tree.ParentNode | null = element; node && 'tagName' in node; node = node.parentNode) {
    const names = new Set(namesOf(node))
    if (compounds.at(-1)?.every((name) => names.has(name))) compounds.pop()
    else if (node === element) return false
    if (compounds.length === 0) return true
  }
  return false
}
