import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type MessageArea, messageOrder, type MessageOrder } from '../message-area'
import { maxDevicePixels, maxPicturePixels } from '../picture-area'
import { EngineProcessError } from '../supervised/engine-process'
import { readJson } from '../supervised/read-json'

/** worker/drawing.py reads it. Lengths are in CSS pixels. */
export interface DrawOrder {
  url: string
  width: number
  height: number
  page: PageOrder
  /** Defines `measureMessage`. */
  measure: string
  /** Will hold `maxPixels` pixels at most. */
  file: string
  maxPixels: number
}

/** Width and height are the pixel file's. `page` is null when the element to capture is missing. */
export interface Drawn {
  width: number
  height: number
  stride: number
  page: MeasuredPage | null
}

type Command = { draw: DrawOrder } | { ping: true } | { retire: true }

/** Says what this machine lacks, or why the X server ended, unless it is ready. */
export interface Greeting {
  ready?: { version: string; displayNumber: number }
  missing?: string
  noDisplay?: string
}

interface Answer extends Greeting, Partial<Drawn> {
  id?: number
  error?: string
}

interface Waiter {
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

/** Writes and reads lines of JSON; every command is answered once. */
export class WorkerConnection {
  private lastId = 0
  private readonly waiters = new Map<number, Waiter>()
  private closed = false
  readonly greeting: Promise<Greeting>

  constructor(
    private readonly commands: Writable,
    answers: Readable,
  ) {
    this.greeting = new Promise((resolve, reject) => this.waiters.set(0, { resolve, reject }))
    this.greeting.catch(() => undefined)
    const close = (): void => this.close()
    createInterface(answers).on('line', (line) => {
      const answer = readJson(line)
      // The worker is broken or dying: nothing that follows can be trusted.
      if (answer === undefined) close()
      else this.dispatch(answer as Answer)
    })
    answers.once('close', close).once('error', close)
    commands.on('error', close)
  }

  get isClosed(): boolean {
    return this.closed
  }

  draw(order: DrawOrder): Promise<Drawn> {
    return this.send({ draw: order }) as Promise<Drawn>
  }

  async ping(): Promise<void> {
    await this.send({ ping: true })
  }

  /** The worker then starts no more web processes ahead of need. */
  retire(): void {
    this.send({ retire: true }).catch(() => undefined)
  }

  private send(command: Command): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.closed) {
        reject(new EngineProcessError('the WebKit worker is gone'))
        return
      }
      const id = ++this.lastId
      this.waiters.set(id, { resolve, reject })
      this.commands.write(`${JSON.stringify({ id, ...command })}\n`)
    })
  }

  private dispatch(answer: Answer): void {
    const id = answer.id ?? 0
    const waiter = this.waiters.get(id)
    this.waiters.delete(id)
    if (answer.error === undefined) waiter?.resolve(answer)
    else waiter?.reject(new EngineProcessError(`WebKit: ${answer.error}`))
  }

  private close(): void {
    this.closed = true
    for (const { reject } of this.waiters.values())
      reject(new EngineProcessError('the WebKit worker is gone'))
    this.waiters.clear()
  }
}

/** worker/prepare-page.js reads it as `order`. Lengths are in CSS pixels. */
interface PageOrder {
  message: MessageOrder
  maxLength: number
  /** Limits the picture before it is scaled. */
  maxArea: number
  maxSurfaceLength: number
}

export interface MeasuredPage extends Omit<MessageArea, 'left'> {
  truncated: boolean
}

const maxSurfacePixels = 32_767

export function pageOrder(document: HtmlDocument): PageOrder {
  const { deviceScaleFactor } = document.frame
  return {
    message: messageOrder(document),
    maxLength: Math.floor(maxDevicePixels / deviceScaleFactor),
    maxArea: Math.floor(maxPicturePixels / deviceScaleFactor ** 2),
    maxSurfaceLength: Math.floor(maxSurfacePixels / deviceScaleFactor),
  }
}
