import path from 'node:path'

/** The folder of the whole project, an absolute path. Compiled or not, this file lies three folders below it. */
export const clone = path.resolve(__dirname, '../../..')
