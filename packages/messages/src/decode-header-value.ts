import { decodeWords } from 'postal-mime'
import { decodeText } from './decode-text'

/** The value of a header field as clients show it: unfolded, encoded words decoded (RFC 2047), raw bytes as text. */
export const decodeHeaderValue = (bytes: Buffer): string =>
  decodeWords(decodeText({ bytes, charset: null }).replace(/\r?\n(?=[ \t])/g, '')).trim()
