import { walk } from 'css-tree'
import { declarationPlaces } from '../declaration-places'
import { elementsIn, findAttribute, placeOf } from '../html-tree'
import type { Step } from '../message'
import type { Support, Verdict } from '../support'
import { missingReference } from '../../references/resolve-reference'

/**
 * Judges `data:` by its type, other addresses by their ending. An `<img>` without `src` shows its alternative text; in
 * CSS, the address becomes one that never loads.
 */
export const hideUnshownImages: Step = (message) => {
  const { document, support, changes } = message
  for (const element of elementsIn(document)) {
    for (const name of ['src', 'background']) {
      const value = findAttribute(element, name)
      const refusal = value === null ? null : findRefusal(value, support)
      if (!refusal) continue
      const kind = { rule: 'image-not-shown', what: refusal.what, source: refusal.source }
      changes.record(kind, placeOf(element, name))
      element.attrs = element.attrs.filter((attribute) => attribute.name !== name)
    }
  }
  for (const place of declarationPlaces(message)) {
    place.items.forEach((declaration) => {
      if (declaration.type !== 'Declaration') return
      walk(declaration.value, (node) => {
        if (node.type !== 'Url') return
        const refusal = findRefusal(node.value, support)
        if (!refusal) return
        const kind = { rule: 'image-not-shown', what: refusal.what, source: refusal.source }
        changes.record(kind, ...place.at(declaration))
        node.value = missingReference
      })
    })
  }
}

function findRefusal(address: string, support: Support): (Verdict & { what: string }) | null {
  const beginning = address.trimStart().slice(0, 64).toLowerCase()
  if (beginning.startsWith('data:')) {
    const [, format = ''] = /^data:image\/([a-z0-9.+-]+)/.exec(beginning) ?? []
    return (
      refusalOf('base64', 'data: image', support) ??
      refusalOf(`base64 ${format}`, `data: image/${format}`, support)
    )
  }
  // A longer address is never loaded.
  const path = address.length > 16_384 ? '' : address.replace(/[?#].*/s, '')
  const extension = /\.([a-z0-9]{2,5})\s*$/i.exec(path.slice(-16))?.[1]?.toLowerCase()
  return extension === undefined ? null : refusalOf(extension, `.${extension} image`, support)
}

function refusalOf(format: string, what: string, support: Support): (Verdict & { what: string }) | null {
  const verdict = support.judge('image-format', format)
  return verdict.honoured ? null : { ...verdict, what }
}
