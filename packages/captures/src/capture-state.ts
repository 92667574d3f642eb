import type { Preview } from '@pas/db/database'

/** `pending` → `capturing` → `captured` | `failed`. CHECK constraints of the table say which columns each state has. */
export type CaptureState = Preview['status']

/** The row's `failure`, and the label of the worker's metric. */
export type CaptureFailure =
  | 'capture_timeout'
  | 'engine_crashed'
  /** The engine answered with an error. */
  | 'engine_failed'
  /**
   * One of the three above, and a small document of ours was not drawn, too: the machine is too busy, or the program
   * does not work.
   */
  | 'engine_busy'
  | 'storage_unavailable'
  /** Storage has the email, but not as it was written. */
  | 'content_damaged'
  | 'content_gone'
  | 'unsupported_document'

/** For the operator: what happened, and what to do. The caller's texts are in `api-contract/previews`. */
export const failureReasons: Readonly<Record<CaptureFailure, string>> = {
  capture_timeout:
    'not drawn within CAPTURE_TIMEOUT_MS at any attempt: make the email lighter and send it again, or draw on a faster ' +
    "machine, or with a longer timeout, and try this one again by 'pas captures retry-failed'",
  engine_crashed: 'the engine ended at every attempt: look for OOMKilled, then at the email',
  engine_failed: 'the engine answered with an error at every attempt: the log of render-worker has it',
  engine_busy:
    'a small message of ours was not drawn in time either: more machines, or a lower CAPTURE_CONCURRENCY',
  storage_unavailable: 'the object store could not be reached: pas doctor',
  content_damaged: 'the stored email cannot be read as it was written: the email has to be sent again',
  content_gone: 'not drawn in the 48 hours of its email: more workers, then the email has to be sent again',
  unsupported_document: 'this email client cannot be drawn for this kind of email',
}

/** Null unless a preview is captured. */
interface PictureColumns {
  capturedAt: Date
  width: number
  height: number
  truncated: boolean
  drawnBy: string
}

/** Columns of the picture are not null. */
export type Captured<Row extends Partial<Preview> = Preview> = Row & {
  [Column in keyof Row & keyof PictureColumns]: PictureColumns[Column]
}

export const isCaptured = <Row extends Pick<Preview, 'status'>>(preview: Row): preview is Captured<Row> =>
  preview.status === 'captured'

export const isUnfinished = ({ status }: Pick<Preview, 'status'>): boolean =>
  status === 'pending' || status === 'capturing'
