import { readColour } from '@pas/email-clients/engine/dark/colour'
import { placeAttribute, readMark } from '@pas/email-clients/engine/source-places'
import type { Layer } from '../contrast/laid-out-text'
import type { TextContrast } from '@pas/email-checks/measurements'
import type { Area } from '../picture-area'
import type { CdpResult } from './cdp-connection'

export const snapshotStyles = [
  '-webkit-text-fill-color',
  'font-size',
  'font-weight',
  'visibility',
  'opacity',
  'background-color',
  'background-clip',
  'position',
  'filter',
  'backdrop-filter',
  'mix-blend-mode',
  'mask-image',
  'overflow-x',
  'overflow-y',
  'clip',
  'clip-path',
] as const

/** Only hostile emails have more. */
export const maxLayers = 32

/** Texts for screen readers are usually hidden by it. */
const hidingClipPath = /^inset\((?:50|100)%\)$/

type Styles = Readonly<Record<(typeof snapshotStyles)[number], string>>
type SnapshotDocument = CdpResult<'DOMSnapshot.captureSnapshot'>['documents'][number]

interface SnapshotElement {
  index: number
  /** The element's place in the HTML as sent, or the nearest around it. */
  where: TextContrast['where']
  /** See `TextPaint`; the outer ones beyond `maxLayers` are left out. */
  layers: readonly Layer[]
  isRecoloured: boolean
  isCutFromBackground: boolean
  opacity: number
  /** Beyond it, texts are clipped off; null clips nothing. */
  clip: Area | null
  /** The clip for absolutely positioned elements in it. */
  absoluteClip: Area | null
}

const outside: SnapshotElement = {
  index: -1,
  where: null,
  layers: [],
  isRecoloured: false,
  isCutFromBackground: false,
  opacity: 1,
  clip: null,
  absoluteClip: null,
}

/** The DevTools protocol has texts, styles and elements as indexes of lists. */
export class SnapshotElements {
  private readonly elements = new Map<number, SnapshotElement>([[-1, outside]])
  private readonly layoutOf = new Map<number, number>()

  constructor(
    private readonly document: SnapshotDocument,
    private readonly strings: readonly string[],
  ) {
    // A pseudo-element's own box comes before those of its texts.
    document.layout.nodeIndex.forEach((node, layout) => {
      if (!this.layoutOf.has(node)) this.layoutOf.set(node, layout)
    })
  }

  /** Parts are counted in UTF-16 code units. */
  textOf(layout: number): string {
    return this.strings[this.document.layout.text[layout] ?? -1] ?? ''
  }

  nameOf(layout: number): string {
    const { nodeName } = this.document.nodes
    return this.strings[nodeName?.[this.document.layout.nodeIndex[layout] ?? -1] ?? -1] ?? ''
  }

  stylesOf(layout: number): Styles {
    const indexes = this.document.layout.styles[layout] ?? []
    return Object.fromEntries(
      snapshotStyles.map((name, at) => [name, this.strings[indexes[at] ?? -1] ?? '']),
    ) as Styles
  }

  parentOf(layout: number): SnapshotElement {
    const node = this.document.layout.nodeIndex[layout] ?? -1
    return this.elementAt(this.document.nodes.parentIndex?.[node] ?? -1)
  }

  private elementAt(node: number): SnapshotElement {
    // Not by recursion, which a deep document could overflow: outermost first.
    const unknown: number[] = []
    let at = node
    for (; !this.elements.has(at); at = this.document.nodes.parentIndex?.[at] ?? -1) unknown.push(at)
    let element = this.elements.get(at) ?? outside
    for (const index of unknown.reverse()) {
      element = this.readElement(element, index)
      this.elements.set(index, element)
    }
    return element
  }

  private readElement(parent: SnapshotElement, index: number): SnapshotElement {
    const where = this.markOf(index) ?? parent.where
    const layout = this.layoutOf.get(index)
    // Without a box, as with `display: contents`, nothing is painted together or clipped.
    if (layout === undefined) return { ...parent, index, where }
    const styles = this.stylesOf(layout)
    const opacity = Number(styles.opacity || 1)
    const clip = this.clipOf(parent, styles, layout)
    const layer = { background: readColour(styles['background-color']), opacity }
    return {
      index,
      where,
      // Cut at `maxLayers`, because each element has a list of its own.
      layers: opacity < 1 || parent.layers.length > 0 ? [layer, ...parent.layers.slice(0, maxLayers)] : [],
      isRecoloured: parent.isRecoloured || isRecoloured(styles),
      isCutFromBackground: parent.isCutFromBackground || styles['background-clip'].includes('text'),
      opacity: parent.opacity * opacity,
      clip,
      absoluteClip: styles.position === 'static' ? parent.absoluteClip : clip,
    }
  }

  private clipOf(parent: SnapshotElement, styles: Styles, layout: number): Area | null {
    const isAbsolute = styles.position === 'absolute' || styles.position === 'fixed'
    const clip = isAbsolute ? parent.absoluteClip : parent.clip
    const name = this.nameOf(layout)
    // What overflows these overflows the window, and a picture does not end there.
    if (name === '#document' || name === 'HTML' || name === 'BODY') return clip
    const [x = 0, y = 0, width = 0, height = 0] = this.document.layout.bounds[layout] ?? []
    if (hidingClipPath.test(styles['clip-path'])) return { x, y, width: 0, height: 0 }
    // `clip` applies to absolutely positioned elements only.
    const [top, right, bottom, left] = [...styles.clip.matchAll(/-?[\d.]+/g)].map(Number)
    if (isAbsolute && left !== undefined && top !== undefined && right !== undefined && bottom !== undefined)
      return intersectionOf(clip, { x: x + left, y: y + top, width: right - left, height: bottom - top })
    const isOpen = styles['overflow-x'] === 'visible' && styles['overflow-y'] === 'visible'
    return isOpen ? clip : intersectionOf(clip, { x, y, width, height })
  }

  private markOf(node: number): TextContrast['where'] {
    const attributes = this.document.nodes.attributes?.[node] ?? []
    // Names and values alternate.
    for (let at = 0; at < attributes.length; at += 2)
      if (this.strings[attributes[at] ?? -1] === placeAttribute)
        return readMark(this.strings[attributes[at + 1] ?? -1] ?? '')
    return null
  }
}

const isSet = (value: string, initial: string): boolean => value !== '' && value !== initial

const isRecoloured = (styles: Styles): boolean =>
  isSet(styles.filter, 'none') ||
  isSet(styles['backdrop-filter'], 'none') ||
  isSet(styles['mix-blend-mode'], 'normal') ||
  isSet(styles['mask-image'], 'none')

function intersectionOf(one: Area | null, other: Area): Area {
  if (one === null) return other
  const x = Math.max(one.x, other.x)
  const y = Math.max(one.y, other.y)
  return {
    x,
    y,
    width: Math.min(one.x + one.width, other.x + other.width) - x,
    height: Math.min(one.y + one.height, other.y + other.height) - y,
  }
}
