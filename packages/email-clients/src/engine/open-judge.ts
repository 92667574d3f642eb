import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { JudgeChange } from './changed-part'
import type { Frame } from './emulated-document'
import type { Message } from './message'

/** The email as it was sent. Steps rename and remove elements. */
export interface SentEmail {
  html: string
  document: Tree.Document
}

/** Called before the first step. The function that it returns is called after the last. */
export type OpenJudge = (sent: SentEmail) => (message: Message, frame: Frame) => JudgeChange
