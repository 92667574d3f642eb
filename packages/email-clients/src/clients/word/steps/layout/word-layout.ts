import type { Step } from '../../../../engine/message'
import type { WordVersion } from '../../word-version'
import { setParagraphs } from '../paragraphs/set-paragraphs'
import { spaceLines } from '../paragraphs/space-lines'
import { cropTextBesideTable } from './crop-text-beside-table'
import { drawTableBorders } from './draw-table-borders'
import { dropRefusedMargins } from './drop-refused-margins'
import { equalizeRowPadding } from './equalize-row-padding'
import { hideEmbeddedGifs } from './hide-embedded-gifs'
import { limitBorders } from './limit-borders'
import { restrictProperties } from './restrict-properties'
import { sizeImages } from './size-images'
import { spaceAlignedTables } from './space-aligned-tables'
import { tellAccidents } from './tell-accidents'

/**
 * What Word makes of boxes, tables and pictures. Behind `inlineRules` and the steps that put `mso-` properties in the
 * place of others: it looks at `style` attributes alone, each of one type of element.
 */
export function wordLayout(version: WordVersion, isWindowsMail = false): readonly Step[] {
  return [
    tellAccidents(version),
    restrictProperties(version, isWindowsMail),
    dropRefusedMargins(isWindowsMail),
    limitBorders,
    drawTableBorders,
    equalizeRowPadding,
    setParagraphs,
    spaceLines,
    sizeImages(version),
    spaceAlignedTables,
    cropTextBesideTable,
    hideEmbeddedGifs,
  ]
}
