/**
 * One asset of a capture under way. `body` resolves to null when storage has no such object, and rejects when it cannot
 * be read.
 */
export interface ServedAsset {
  id: string
  contentType: string
  body: Promise<Buffer | null>
}
