import { walk, type CssNode, type Feature } from 'css-tree'
import type { Message } from './message'

/** What media queries see of the client's device, which is not our engine's. */
export interface Device {
  /** `coarse`: a finger, which cannot hover. */
  pointer: 'fine' | 'coarse'
  gamut: 'srgb' | 'p3'
  /** `enabled` if the client's page runs scripts; the message's own never run. */
  scripting: 'none' | 'enabled'
}

export const desktopProgram: Device = { pointer: 'fine', gamut: 'srgb', scripting: 'none' }
export const desktopBrowser: Device = { ...desktopProgram, scripting: 'enabled' }
export const androidApp: Device = { pointer: 'coarse', gamut: 'srgb', scripting: 'none' }
export const androidBrowser: Device = { ...androidApp, scripting: 'enabled' }
/** iPhones and iPads have a Display P3 screen (Apple, technical specifications). */
export const appleApp: Device = { pointer: 'coarse', gamut: 'p3', scripting: 'none' }

/**
 * Makes queries about pointers, colours and scripts match always or never. Linked style sheets are left: the engine
 * answers them as a computer with a mouse.
 */
export function answerDeviceQueries({ styleBlocks }: Message, device: Device): void {
  const valuesByFeature = matchingValuesOf(device)
  for (const { sheet, css } of styleBlocks) {
    if (!sheet || !/hover|pointer|gamut|scripting/i.test(css)) continue
    walk(sheet, {
      visit: 'Atrule',
      enter({ name, prelude }) {
        if (name.toLowerCase() !== 'media' || !prelude) return
        walk(prelude, (node) => {
          if (node.type !== 'Feature') return
          const values = valuesByFeature.get(node.name.toLowerCase())
          if (values) answer(node, matches(node.value, values))
        })
      },
    })
  }
}

/** Matching values by media feature (Media Queries 4 §5.1, §6; 5 §6.1). */
function matchingValuesOf({ pointer, gamut, scripting }: Device): ReadonlyMap<string, readonly string[]> {
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

/** Without a value, a feature matches unless the device's is `none`. */
function matches(value: CssNode | null, values: readonly string[]): boolean {
  if (value === null) return values.some((deviceValue) => deviceValue !== 'none')
  return value.type === 'Identifier' && values.includes(value.name.toLowerCase())
}

/** `min-width: 0px` always matches, `max-width: 0px` never. */
function answer(feature: Feature, isMatch: boolean): void {
  feature.name = isMatch ? 'min-width' : 'max-width'
  feature.value = { type: 'Dimension', value: '0', unit: 'px' }
}
