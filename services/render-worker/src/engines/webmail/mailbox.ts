import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface Mailbox {
  /** Unguessable, so that a message cannot name another message's. */
  name: string
  /** RFC 3501 §2.3.1.1. */
  uid: number
  remove(): Promise<void>
}

/** Delivers, as seen, into a Maildir++ folder of the message's own, where it has the uid 1. */
export async function createMailbox(mailFolder: string, source: Buffer): Promise<Mailbox> {
  const name = `m${randomBytes(16).toString('hex')}`
  const folder = path.join(mailFolder, `.${name}`)
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 })
  try {
    for (const part of ['cur', 'new', 'tmp']) await mkdir(path.join(folder, part), { recursive: true })
    await writeFile(path.join(folder, 'cur', '1.message:2,S'), source)
    return { name, uid: 1, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
