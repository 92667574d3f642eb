import { walk, type CssNode, type Feature } from 'css-tree'
import type { Message } from './message'

/** What media queries see of the device that a client runs on, where no engine of ours is such a device. */
export interface Device {
  /** `coarse`: a finger, which cannot hover. */
  pointer: 'fine' | 'coarse'
  gamut: 'srgb' | 'p3'
  /** `enabled` where the message stands in a page that runs scripts, though none of the message's own. */
  scripting: 'none' | 'enabled'
}

export const desktopProgram: Device = { pointer: 'fine', gamut: 'srgb', scripting: 'none' }
export const desktopBrowser: Device = { ...desktopProgram, scripting: 'enabled' }
export const androidApp: Device = { pointer: 'coarse', gamut: 'srgb', scripting: 'none' }
export const androidBrowser: Device = { ...androidApp, scripting: 'enabled' }
/** iPhones since the 7 and iPads since the Pro of 9.7 inches have a Display P3 screen (Apple, technical specifications). */
export const appleApp: Device = { pointer: 'coarse', gamut: 'p3', scripting: 'none' }

/** The values of each feature that match (Media Queries 4, 5.1, 6; 5, 6.1). */
function matchingValues({ pointer, gamut, scripting }: Device): ReadonlyMap<string, readonly string[]> {
  const hover = pointer === 'fine' ? ['hover'] : ['none']
  return new Map([
    ['hover', hover],
    ['any-hover', hover],
    ['pointer', [pointer]],
    ['any-pointer', [pointer]],
    ['color-gamut', gamut === 'p3' ? ['srgb', 'p3'] : ['srgb']],
    ['scripting', [scripting]],
  ])
}

/**
 * Answers in the document what media queries ask of pointers, colours and scripts: puts a query that always, or never, matches in the place
 * of each. Linked style sheets are asked of the engine, which is a computer with a mouse.
 */
export function answerDeviceQueries({ styleBlocks }: Message, device: Device): void {
  const answers = matchingValues(device)
  for (const { sheet, css } of styleBlocks) {
    if (!sheet || !/hover|pointer|gamut|scripting/i.test(css)) continue
    walk(sheet, {
      visit: 'Atrule',
      enter({ name, prelude }) {
        if (name.toLowerCase() !== 'media' || !prelude) return
        walk(prelude, (node) => {
          if (node.type !== 'Feature') return
          const values = answers.get(node.name.toLowerCase())
          if (values) answer(node, matches(node.value, values))
        })
      },
    })
  }
}

/** Without a value a feature asks whether there is any but `none`. */
function matches(value: CssNode | null, values: readonly string[]): boolean {
  if (value === null) return values.some((one) => one !== 'none')
  return value.type === 'Identifier' && values.includes(value.name.toLowerCase())
}

function answer(feature: Feature, isMatch: boolean): void {
  feature.name = isMatch ? 'min-width' : 'max-width'
  feature.value = { type: 'Dimension', value: '0', unit: 'px' }
}
