import path from 'node:path'
import express, { type RequestHandler } from 'express'

export const pageAssetFolder = path.join(__dirname, 'assets')

/** Mount it at `/assets`. */
export const pageAssets = (...folders: string[]): RequestHandler[] =>
  [pageAssetFolder, ...folders].map((served) => express.static(served, { index: false, maxAge: '1h' }))
