import path from 'node:path'
import express, { type RequestHandler } from 'express'

/** The folder of the files that every page links to: `tokens.css`, `style.css` and `icon.svg`. */
export const pageAssetFolder = path.join(__dirname, 'assets')

/**
 * Serves the files of every page, and those in a service's own `folder`. Mount it at `/assets`, to which pages link.
 */
export const pageAssets = (folder: string): RequestHandler[] =>
  [pageAssetFolder, folder].map((served) => express.static(served, { index: false, maxAge: '1h' }))
