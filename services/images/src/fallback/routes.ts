import path from 'node:path'
import { fallbackPicturePath } from '@pas/capture-queue/fallback-picture'
import { pictureSizes } from '@pas/capture-queue/frozen-email'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import express, { Router } from 'express'

/** `GET` and `HEAD` of the picture that says that a preview is not available; needs no store. */
export function fallbackRoutes(): Router {
  const router = Router()
  const sendFile = express.static(path.join(__dirname, '../assets'), { index: false, maxAge: '1d' })
  for (const size of pictureSizes) {
    router
      .route(`/${fallbackPicturePath(size)}`)
      .get(sendFile)
      .all(refuseOtherMethods('GET', 'HEAD'))
  }
  return router
}
