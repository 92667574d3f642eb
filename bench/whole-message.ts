import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { openDatabase } from '@pas/db/database'
import { emailPrefix } from '@pas/emails/storage-keys'
import { addEmail } from '@pas/testing/add-email'
import { openStackStorage } from './stack-storage'
import { Splitter } from '@zone-eu/mailsplit'
import type { SplitterChunk } from '@zone-eu/mailsplit/lib/types'
import sharp from 'sharp'
import { timeEach } from './measure'
import { getPostedEmail } from './posted-email'
import { stackVariable, type Stack } from './stack'

const rounds = 10

/**
 * Milliseconds of each POST of a whole message of 5 MB (`ours`), and of the MIME library's parse of it with the same
 * insert and writes of objects (`bare`).
 */
export async function benchMessage(stack: Stack): Promise<{ ours: number[]; bare: number[] }> {
  const storage = openStackStorage()
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 1 })
  const message = await buildMessage()
  const post = (): Promise<string> => stack.postEmail({ raw_source: message })
  const guid = await post()
  const { accountId } = await getPostedEmail(db, guid)
  const objects: { name: string; body: Buffer; contentType: string }[] = []
  for await (const { key } of storage.list(emailPrefix(guid))) {
    const object = await storage.get(key)
    if (object) objects.push({ name: key.slice(emailPrefix(guid).length), ...object })
  }
  const bytes = Buffer.from(message, 'latin1')
  const direct = async (): Promise<void> => {
    await parseBare(bytes)
    const id = randomUUID()
    await Promise.all([
      addEmail(db, { id, accountId, expiresAt: new Date(Date.now() + 1_000) }),
      ...objects.map(({ name, body, contentType }) =>
        storage.put(`${emailPrefix(id)}${name}`, body, contentType),
      ),
    ])
  }
  const result = { ours: [] as number[], bare: [] as number[] }
  await timeEach(5, post)
  await timeEach(5, direct)
  for (let round = 0; round < rounds; round++) {
    result.ours.push(...(await timeEach(5, post)))
    result.bare.push(...(await timeEach(5, direct)))
  }
  storage.close()
  await db.$disconnect()
  return result
}

/** A message of HTML and five pictures of 730 KB in base64: 5 MB, all of it ASCII. */
async function buildMessage(): Promise<string> {
  const boundary = 'b'.repeat(20)
  const raw = { width: 500, height: 487, channels: 3 } as const
  const pictures = await Promise.all(
    [0, 1, 2, 3, 4].map(() =>
      sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
        .png()
        .toBuffer(),
    ),
  )
  const html = pictures
    .map((_, index) => `<p>Picture ${index}<br><img src="cid:${index}@bench"></p>`)
    .join('')
  const parts = pictures.map((picture, index) =>
    [
      'Content-Type: image/png',
      'Content-Transfer-Encoding: base64',
      `Content-ID: <${index}@bench>`,
      '',
      (picture.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n'),
    ].join('\r\n'),
  )
  return [
    'From: Bench <bench@example.com>\r\nSubject: Pictures\r\nMIME-Version: 1.0',
    `Content-Type: multipart/related; boundary=${boundary}\r\n`,
    `--${boundary}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`,
    ...parts.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--\r\n`,
  ].join('\r\n')
}

/** The least work with the library: reads every part's headers and decodes its body. */
async function parseBare(message: Buffer): Promise<void> {
  const splitter = new Splitter()
  const bodies = new Map<Extract<SplitterChunk, { type: 'node' }>, Buffer[]>()
  splitter.end(message)
  for await (const chunk of splitter as AsyncIterable<SplitterChunk>) {
    if (chunk.type === 'node') bodies.set(chunk, [])
    else if (chunk.type === 'body') bodies.get(chunk.node)?.push(chunk.value)
  }
  for (const [node, chunks] of bodies) {
    const decoder = node.getDecoder()
    decoder.end(Buffer.concat(chunks))
    await buffer(decoder)
  }
}
