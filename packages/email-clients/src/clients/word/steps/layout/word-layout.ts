import type { Step } from '../../../../engine/message'
import type { WordVersion } from '../../word-version'
import { dropEmptyParagraphs } from '../paragraphs/drop-empty-paragraphs'
import { raiseRuns } from '../paragraphs/raise-runs'
import { setParagraphs } from '../paragraphs/set-paragraphs'
import { spaceLines } from '../paragraphs/space-lines'
import { cropTextBesideTable } from './crop-text-beside-table'
import { drawTableBorders } from './draw-table-borders'
import { dropRefusedMargins } from './drop-refused-margins'
import { equalizeRowPadding } from './equalize-row-padding'
import { hideEmbeddedGifs } from './hide-embedded-gifs'
import { limitBorders } from './limit-borders'
import { moveTableSpacing } from './move-table-spacing'
import { restrictProperties } from './restrict-properties'
import { sizeImages } from './size-images'
import { spaceAlignedTables } from './space-aligned-tables'
import { tellAccidents } from './tell-accidents'

/**
 * Must come after `inlineRules` and `applyOfficeProperties`: these steps read `style` attributes only, each of one type
 * of element.
 */
export function wordLayout(version: WordVersion, isWindowsMail = false): readonly Step[] {
  return [
    dropEmptyParagraphs,
    tellAccidents(version),
    moveTableSpacing,
    restrictProperties(version, isWindowsMail),
    dropRefusedMargins(isWindowsMail),
    limitBorders,
    drawTableBorders,
    equalizeRowPadding,
    setParagraphs(version),
    spaceLines,
    raiseRuns,
    sizeImages(version),
    spaceAlignedTables,
    cropTextBesideTable,
    hideEmbeddedGifs,
  ]
}
