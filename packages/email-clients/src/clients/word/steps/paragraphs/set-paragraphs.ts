import type { Step } from '../../../../engine/message'
import { InlineDeclarations } from '../values/inline-declarations'
import { readFormats } from './read-formats'
import { writeFormats } from './write-formats'

/**
 * Sets a message's blocks as Word sets its paragraphs: reads what each is to Word, and writes that as a browser draws
 * it.
 */
export const setParagraphs: Step = (message) => {
  const inline = new InlineDeclarations(message)
  writeFormats(message, inline, readFormats(message, inline))
  inline.finish()
}
