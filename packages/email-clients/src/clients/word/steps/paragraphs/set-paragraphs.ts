import type { Step } from '../../../../engine/message'
import { InlineDeclarations } from '../../../../engine/inline-declarations'
import { readFormats } from './read-formats'
import { writeFormats } from './write-formats'

/**
 * Lays out a message's blocks as Word lays out its paragraphs: reads the format that each has in Word, and writes it as
 * CSS for a browser.
 */
export const setParagraphs: Step = (message) => {
  const inline = new InlineDeclarations(message)
  writeFormats(message, inline, readFormats(message, inline))
  inline.finish()
}
