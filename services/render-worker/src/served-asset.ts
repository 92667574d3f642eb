/** An asset of a capture. `body` resolves to null when storage lacks it, and rejects when unreadable. */
export interface ServedAsset {
  id: string
  contentType: string
  body: Promise<Buffer | null>
}
