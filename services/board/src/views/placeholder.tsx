import type { RequestHandler } from 'express'
import { sendPage } from './page'

/** Answers with an empty page in the frame of the board. */
export const placeholder =
  (title: string): RequestHandler =>
  (_req, res) => {
    sendPage(res, { title }, <h1>{title}</h1>)
  }
