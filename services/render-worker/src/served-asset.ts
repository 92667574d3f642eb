/** `body` resolves to null when storage lacks it; rejects when unreadable. */
export interface ServedAsset {
  id: string
  contentType: string
  body: Promise<Buffer | null>
}
