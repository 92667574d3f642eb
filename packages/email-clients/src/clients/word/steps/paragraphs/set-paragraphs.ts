import type { Step } from '../../../../engine/message'
import { InlineDeclarations } from '../../../../engine/inline-declarations'
import type { WordVersion } from '../../word-version'
import { readFormats } from './read-formats'
import { writeFormats } from './write-formats'

export function setParagraphs(version: WordVersion): Step {
  return function setParagraphs(message) {
    const inline = new InlineDeclarations(message)
    const cutsMarkers = version < 2021
    writeFormats(message, inline, readFormats(message, inline, cutsMarkers))
    inline.finish()
  }
}
