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
