import type { Step } from '../../../../engine/message'
import type { WordVersion } from '../../word-version'
import { closeOfficeTags } from './close-office-tags'
import { drawVml } from './draw-vml'

/**
 * Must come before the steps that filter CSS, attributes and elements. `unwrapOfficeElements` comes after those that
 * read settings.
 */
export const wordVml = (version: WordVersion): readonly Step[] => [closeOfficeTags, drawVml(version)]
