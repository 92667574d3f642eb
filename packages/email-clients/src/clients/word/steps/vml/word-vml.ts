import type { Step } from '../../../../engine/message'
import type { WordVersion } from '../../word-version'
import { closeOfficeTags } from './close-office-tags'
import { drawVml } from './draw-vml'

/**
 * Steps that draw VML, which only Word draws. They come before the steps that filter CSS, attributes and elements.
 * `unwrapOfficeElements` follows after the steps that read an email's settings for Word.
 */
export const wordVml = (version: WordVersion): readonly Step[] => [closeOfficeTags, drawVml(version)]
