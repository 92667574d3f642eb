import type { Citation } from '../../sources/sources'
import { refuses, type Correction } from '../../engine/support'
import {
  hasLaterColourName,
  hasModernRgb,
  isOperator,
  topNodes,
  type RefusedValue,
} from '../../engine/steps/refuse-values'

export function css2Values(sources: {
  colourNames: Citation
  rgb: Citation
  backgroundSize: Citation
}): RefusedValue[] {
  return [
    {
      properties: /^background-color$/,
      refuses: hasLaterColourName,
      what: 'colour name that is not of CSS 1',
      source: sources.colourNames,
    },
    {
      properties: /./,
      refuses: hasModernRgb,
      what: 'rgb() with blanks or alpha',
      source: sources.rgb,
    },
    {
      properties: /^background$/,
      refuses: (declaration) => topNodes(declaration).some((node) => isOperator(node, '/')),
      what: 'background with a size',
      source: sources.backgroundSize,
    },
  ]
}

export function listedDisplays(source: Citation): Correction[] {
  const refused = 'inline-flex inline-grid flex grid flow-root contents initial revert unset'.split(' ')
  return refuses(source, ...refused.map((value) => `value:display ${value}`))
}
