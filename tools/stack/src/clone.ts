import path from 'node:path'

/** The repository's root: three folders above this file in `src` as in `dist`. */
export const clone = path.resolve(__dirname, '../../..')
