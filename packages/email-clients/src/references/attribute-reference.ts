/**
 * What an attribute makes a client fetch: one address; a srcset; addresses inside CSS; or something that we never
 * freeze (frames, plug-ins, scripts, sound and film, prefetching), which must not be fetched either.
 */
export type AttributeReference = 'address' | 'srcset' | 'css' | 'never'

/** The attributes of one element, by name as in the HTML source (`xlink:href`), lower case; undefined when absent. */
type ReadAttribute = (name: string) => string | undefined

const byElement: Readonly<Record<string, Readonly<Record<string, AttributeReference>>>> = {
  img: { src: 'address', srcset: 'srcset', lowsrc: 'address', dynsrc: 'never' },
  source: { srcset: 'srcset', src: 'never' },
  video: { poster: 'address', src: 'never' },
  audio: { src: 'never' },
  track: { src: 'never' },
  bgsound: { src: 'never' },
  // <image> is <img> in HTML and takes href in SVG.
  image: { src: 'address', srcset: 'srcset', href: 'address', 'xlink:href': 'address' },
  use: { href: 'address', 'xlink:href': 'address' },
  feimage: { href: 'address', 'xlink:href': 'address' },
  script: { src: 'never', href: 'never', 'xlink:href': 'never' },
  iframe: { src: 'never' },
  frame: { src: 'never' },
  embed: { src: 'never' },
  object: { data: 'never' },
  applet: { code: 'never', archive: 'never' },
}

/** SVG presentation attributes hold CSS values. */
const cssAttributes = new Set([
  'style',
  'fill',
  'stroke',
  'filter',
  'mask',
  'clip-path',
  'cursor',
  'marker',
  'marker-start',
  'marker-mid',
  'marker-end',
])

/**
 * What the attribute `name` of a `tagName` element refers to, or null. Names as in the HTML source, lower case. An
 * input's or a link's other attributes decide, hence `read`.
 */
export function attributeReference(
  tagName: string,
  name: string,
  read: ReadAttribute,
): AttributeReference | null {
  if (cssAttributes.has(name)) return 'css'
  if (name === 'background') return 'address'
  // VML under whatever prefix an email gives it: fill, image, imagedata, background and the shapes.
  if (tagName.includes(':')) return name === 'src' || name === 'o:href' ? 'address' : null
  if (tagName === 'input')
    return name === 'src' && read('type')?.trim().toLowerCase() === 'image' ? 'address' : null
  if (tagName === 'link') return linkReference(name, read)
  const attributes = Object.hasOwn(byElement, tagName) ? byElement[tagName] : undefined
  return attributes && Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null
}

function linkReference(name: string, read: ReadAttribute): AttributeReference | null {
  if (name === 'imagesrcset') return 'never'
  if (name !== 'href') return null
  const relations = (read('rel') ?? '').toLowerCase().split(/\s+/)
  return relations.includes('stylesheet') ? 'address' : 'never'
}
