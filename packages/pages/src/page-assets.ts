import path from 'node:path'
import express, { type RequestHandler } from 'express'

/** The files that every page links to: `tokens.css`, `style.css` and `icon.svg`. */
export const pageAssetFolder = path.join(__dirname, 'assets')

/** Serves these files, and the files of a service's own `folder`. To be mounted at `/assets`. */
export const pageAssets = (folder: string): RequestHandler[] =>
  [pageAssetFolder, folder].map((served) => express.static(served, { index: false, maxAge: '1h' }))
