import path from 'node:path'
import express, { type RequestHandler } from 'express'

/** The folder of the files that every page links to: `tokens.css`, `style.css`, `icon.svg` and scripts. */
export const pageAssetFolder = path.join(__dirname, 'assets')

/** Serves the files of every page, and those in a service's own folders. Mount it at `/assets`. */
export const pageAssets = (...folders: string[]): RequestHandler[] =>
  [pageAssetFolder, ...folders].map((served) => express.static(served, { index: false, maxAge: '1h' }))
