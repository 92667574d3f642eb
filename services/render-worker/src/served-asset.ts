/** One asset of a capture under way: its bytes, or null when they are not there. */
export interface ServedAsset {
  id: string
  contentType: string
  body: Promise<Buffer | null>
}
