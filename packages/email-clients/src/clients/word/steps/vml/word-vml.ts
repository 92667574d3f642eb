import type { Step } from '../../../../engine/message'
import type { WordVersion } from '../../word-version'
import { closeOfficeTags } from './close-office-tags'
import { drawVml } from './draw-vml'

/**
 * Must come before the steps that filter CSS, attributes and elements. `unwrapOfficeElements` follows those that read
 * settings for Word.
 */
export const wordVml = (version: WordVersion): readonly Step[] => [closeOfficeTags, drawVml(version)]
