import type { Step } from '../../../../engine/message'
import { closeOfficeTags } from './close-office-tags'
import { drawVml } from './draw-vml'

/**
 * Draws what only Word draws. First of a profile's steps: what filters CSS, attributes and elements comes after.
 * `unwrapOfficeElements` follows behind whoever reads an email's settings for Word.
 */
export const wordVml: readonly Step[] = [closeOfficeTags, drawVml]
