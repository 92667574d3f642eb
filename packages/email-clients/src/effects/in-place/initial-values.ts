import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute } from '../../engine/html-tree'
import { fixedWidthAround } from './advised-place'
import type { DrawnEmail } from './drawn-email'
import { mayExceed } from './long-words'

interface InitialValue {
  property: RegExp
  value: RegExp
  /** Properties by which another value may be set. */
  sets: RegExp
  /** Browsers give these another value. */
  unless?: ReadonlySet<string>
  only?: ReadonlySet<string>
  /** Attributes that set another value. */
  attributes?: readonly string[]
  isInherited?: boolean
}

const tags = (names: string): ReadonlySet<string> => new Set(names.split(' '))
const controls = 'input button select textarea fieldset legend iframe hr'
const blocks = tags(
  'address article aside blockquote center div dl figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section ul',
)
const inlines = tags('a abbr b bdo big cite code em font i s small span strong sub sup tt u')
const zero = '0(?:px|em|rem|pt|%)?'
const zeros = new RegExp(`^${zero}(?: ${zero}){0,3}$`)
const none = /^none$/
const auto = /^auto$/
const normal = /^normal$/

const plain = (name: string, value: RegExp): InitialValue => ({
  property: new RegExp(`^(?:${name})$`),
  value,
  sets: new RegExp(`^(?:${name})$`),
})
const inherited = (name: string, value: RegExp): InitialValue => ({
  ...plain(name, value),
  isInherited: true,
})

const initialValues: readonly InitialValue[] = [
  { ...plain('float', none), attributes: ['align'] },
  { ...plain('clear', none), attributes: ['clear'] },
  plain('position', /^static$/),
  plain('opacity', /^1(?:\.0+)?$/),
  plain('max-width', none),
  plain('max-height', none),
  plain('min-(?:width|height)', auto),
  plain('box-shadow', none),
  plain('transform|filter|clip-path', none),
  { ...plain('width|height', auto), attributes: ['width', 'height'], unless: tags(controls) },
  { ...plain('box-sizing', /^content-box$/), unless: tags(`table ${controls}`) },
  { ...plain('background-image', none), sets: /^background(?:-image)?$/, attributes: ['background'] },
  {
    ...plain('overflow(?:-[xy])?', /^visible$/),
    sets: /^overflow/,
    unless: tags(`img svg video ${controls}`),
  },
  { ...plain('border(?:-[a-z]+){0,2}-radius', zeros), sets: /radius$/, unless: tags(controls) },
  {
    ...plain('outline(?:-width|-style)?', /^(?:none|0(?:px)?)(?: none)?$/),
    sets: /^outline/,
    unless: tags(controls),
  },
  {
    ...plain('text-decoration(?:-line)?', none),
    sets: /^text-decoration/,
    unless: tags('a abbr acronym area del ins s strike u'),
  },
  {
    ...plain(
      'border(?:-(?:top|right|bottom|left))?(?:-width|-style)?',
      /^(?:none|0(?:px)?)(?: none| solid)?$/,
    ),
    sets: /^border(?!-(?:collapse|spacing)$|.*radius$)/,
    unless: tags(`table td th ${controls}`),
    attributes: ['border'],
  },
  {
    ...plain('margin(?:-(?:top|right|bottom|left))?', zeros),
    sets: /^margin/,
    unless: tags(`p h1 h2 h3 h4 h5 h6 ul ol dl dd menu dir blockquote figure pre form body ${controls}`),
    attributes: ['align', 'hspace', 'vspace'],
  },
  {
    ...plain('padding(?:-(?:top|right|bottom|left))?', zeros),
    sets: /^padding/,
    unless: tags(`td th ul ol menu dir ${controls}`),
  },
  {
    ...plain('vertical-align', /^baseline$/),
    unless: tags('table thead tbody tfoot tr td th sub sup'),
    attributes: ['align', 'valign'],
  },
  { ...plain('display', /^block$/), only: blocks },
  { ...plain('display', /^inline$/), only: inlines },
  { ...plain('display', /^table$/), only: tags('table') },
  inherited('visibility', /^visible$/),
  inherited('text-shadow', none),
  inherited('text-transform', none),
  inherited('letter-spacing|word-spacing', /^(?:normal|0(?:px)?)$/),
  inherited('text-indent', zeros),
  { ...inherited('white-space', normal), unless: tags('pre textarea listing xmp nobr td th') },
  inherited('word-break', normal),
]

/** Whether the elements have this value without the declaration, as nothing else sets another one. */
export function isInitialValue(
  { property, value }: { property: string; value: string },
  elements: Iterable<Tree.Element>,
  drawn: DrawnEmail,
): boolean {
  const rows = initialValues.filter((row) => row.property.test(property) && row.value.test(value))
  return rows.some(
    (row) =>
      !(row.isInherited && drawn.maySetAnywhere(row.sets)) &&
      [...elements].every((element) => isInitialOn(element, row, drawn)),
  )
}

function isInitialOn(element: Tree.Element, row: InitialValue, drawn: DrawnEmail): boolean {
  const { tagName } = element
  if (row.only && !row.only.has(tagName)) return false
  if (row.attributes?.some((name) => findAttribute(element, name) !== null)) return false
  const isOtherwise = row.isInherited ? hasAround(element, row.unless) : row.unless?.has(tagName)
  return !isOtherwise && (row.isInherited === true || !drawn.maySet(element, row.sets))
}

function hasAround(element: Tree.Element, names: ReadonlySet<string> = new Set()): boolean {
  for (let node: Tree.ParentNode | null = element; node && 'tagName' in node; node = node.parentNode)
    if (names.has(node.tagName)) return true
  return false
}

const sizes = /^(?:(?:min-|max-)?width|float|position|display)$/

/**
 * `width:100%` of a block that nothing else sizes or spaces; a picture's size that its attribute says, too; `auto`
 * margins of a block without a width.
 */
export function isSizeAnyway(
  { property, value }: { property: string; value: string },
  elements: Iterable<Tree.Element>,
  drawn: DrawnEmail,
): boolean {
  return [...elements].every((element) => {
    const { tagName } = element
    if (tagName === 'img') return isSizeOfAttribute(element, property, value)
    if (property === 'max-width') return tagName === 'div' && isNarrowerAnyway(element, value, drawn)
    if (property === 'width' && value === '100%')
      return (
        tagName === 'div' &&
        !drawn.maySet(
          element,
          /^(?:margin|padding|border|box-sizing|(?:min-|max-)?width$|float|position|display)/,
        )
      )
    if (!/^margin(?:-left|-right)?$/.test(property) || !new RegExp(`^(?:auto|${zero} auto)$`).test(value))
      return false
    return tagName === 'div' && !drawn.maySet(element, sizes)
  })
}

/** It is in a table, such as a ghost table, that is no wider, and nothing in it widens the table. */
function isNarrowerAnyway(element: Tree.Element, value: string, drawn: DrawnEmail): boolean {
  const limit = Number(/^(\d+)px$/.exec(value)?.[1])
  return fixedWidthAround(element) <= limit && !mayExceed(element, limit, drawn)
}

function isSizeOfAttribute(image: Tree.Element, property: string, value: string): boolean {
  const [, dimension = ''] = /^(?:max-)?(width|height)$/.exec(property) ?? []
  const pixels = /^(\d+)px$/.exec(value)?.[1]
  const attribute = /^\s*(\d+)(?:px)?\s*$/.exec(findAttribute(image, dimension) ?? '')?.[1]
  if (pixels === undefined || attribute === undefined) return false
  return property.startsWith('max-')
    ? Number(pixels) >= Number(attribute)
    : Number(pixels) === Number(attribute)
}
