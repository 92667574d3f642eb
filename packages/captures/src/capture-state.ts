import type { Preview } from '@pas/db/database'

/**
 * A preview's row is `pending` → `capturing` → `captured` | `failed`. CHECK constraints of the table say which columns
 * each state has:
 *
 * - `pending`: neither a deadline nor a picture; `failure` says how the last attempt failed, if there was one.
 * - `capturing`: `deadlineAt`, and no picture.
 * - `captured`: `capturedAt`, `width`, `height`, `truncated` and `engineVersion`, and no failure.
 * - `failed`: `failure` and `failedAt`, and no picture.
 */
export type CaptureState = Preview['status']

/** Every way in which a capture can fail: the row's `failure`, and the label of the worker's metric. */
export type CaptureFailure =
  /** The capture took longer than CAPTURE_TIMEOUT_MS, usually because of the email. */
  | 'capture_timeout'
  /** The engine's process, its page or the worker ended during the capture. */
  | 'engine_crashed'
  /** The engine answered with an error. */
  | 'engine_failed'
  /**
   * In one of these three ways, and right afterwards the engine did not draw a small document of ours in time either:
   * the machine is too busy, or the program does not work.
   */
  | 'engine_busy'
  /** Object storage could not be reached. */
  | 'storage_unavailable'
  /** Storage has the email's frozen content or assets, but not as they were written. */
  | 'content_damaged'
  /** The email's content is gone: expired or deleted. */
  | 'content_gone'
  /** The engine cannot draw this kind of document. */
  | 'unsupported_document'

/** The columns that only a captured preview has. */
interface PictureColumns {
  capturedAt: Date
  width: number
  height: number
  truncated: boolean
  engineVersion: string
}

/** A captured preview, or some of its columns: those of the picture are not null. */
export type Captured<Row extends Partial<Preview> = Preview> = Row & {
  [Column in keyof Row & keyof PictureColumns]: PictureColumns[Column]
}

export const isCaptured = <Row extends Pick<Preview, 'status'>>(preview: Row): preview is Captured<Row> =>
  preview.status === 'captured'

/** Whether a capture is still to come: the preview waits for one, or is being captured. */
export const isUnfinished = ({ status }: Pick<Preview, 'status'>): boolean =>
  status === 'pending' || status === 'capturing'
