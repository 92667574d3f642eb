import path from 'node:path'

/** Absolute path of the repository's root. This file is three folders below it in `src` as in `dist`. */
export const clone = path.resolve(__dirname, '../../..')
