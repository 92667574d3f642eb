/**
 * `never`: frames, plug-ins, scripts, sound, film, prefetching. We do not freeze them, so the engine must not fetch
 * them.
 */
export type AttributeReference = 'address' | 'srcset' | 'css' | 'styleSheet' | 'never'

export type ReadAttribute = (name: string) => string | undefined

const byElement: Readonly<Record<string, Readonly<Record<string, AttributeReference>>>> = {
  img: { src: 'address', srcset: 'srcset', lowsrc: 'address', dynsrc: 'never' },
  source: { srcset: 'srcset', src: 'never' },
  video: { poster: 'address', src: 'never' },
  audio: { src: 'never' },
  track: { src: 'never' },
  bgsound: { src: 'never' },
  // In HTML <image> is read as <img>; in SVG it has href.
  image: { src: 'address', srcset: 'srcset', href: 'address', 'xlink:href': 'address' },
  use: { href: 'address', 'xlink:href': 'address' },
  feimage: { href: 'address', 'xlink:href': 'address' },
  script: { src: 'never', href: 'never', 'xlink:href': 'never' },
  iframe: { src: 'never' },
  frame: { src: 'never' },
  embed: { src: 'never' },
  applet: { code: 'never', archive: 'never' },
}

/** `style`, and SVG's presentation attributes. */
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
 * What an attribute makes a client fetch; null: nothing. Names as in the HTML source, in lower case. `read`: inputs,
 * objects and links depend on other attributes.
 */
export function attributeReference(
  tagName: string,
  name: string,
  read: ReadAttribute,
): AttributeReference | null {
  if (cssAttributes.has(name)) return 'css'
  if (name === 'background') return 'address'
  // VML's fill, image, imagedata, background and shapes. An email can choose any prefix for them.
  if (tagName.includes(':')) return name === 'src' || name === 'o:href' ? 'address' : null
  if (tagName === 'input')
    return name === 'src' && read('type')?.trim().toLowerCase() === 'image' ? 'address' : null
  // A client that shows `<object>` shows a picture in it; `harden` makes it an `<img>`. Other data is a plug-in's.
  if (tagName === 'object') {
    if (name !== 'data') return null
    return isPicture(read('type') ?? null, read('data') ?? '') ? 'address' : 'never'
  }
  if (tagName === 'link') return linkReference(name, read)
  const attributes = Object.hasOwn(byElement, tagName) ? byElement[tagName] : undefined
  return attributes && Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null
}

/** WebKit's and Chromium's rule for `<object>`: its type, or the end of its address. */
export function isPicture(type: string | null, address: string): boolean {
  if (type !== null && type.trim() !== '') return /^\s*image\//i.test(type)
  const [path = ''] = address.split(/[?#]/, 1)
  return /\.(?:png|jpe?g|gif|webp|svg|bmp|avif)$/i.test(path.trimEnd())
}

function linkReference(name: string, read: ReadAttribute): AttributeReference | null {
  if (name === 'imagesrcset') return 'never'
  if (name !== 'href') return null
  const relations = (read('rel') ?? '').toLowerCase().split(/\s+/)
  return relations.includes('stylesheet') ? 'styleSheet' : 'never'
}
