export interface ListedComparison {
  client: string
  status: 'waiting' | 'captured' | 'failed'
  full_url?: string
  width?: number
  height?: number
  picture_sha256?: string | undefined
  comparison?:
    | { verdict: 'equal' }
    | { verdict: 'different'; difference_url: string; summary_url: string }
    | { verdict: 'not_comparable'; reason: string }
    | undefined
}

interface Waiting {
  signal: AbortSignal
}

/** What comparing needs of the service's interface. Errors have a `status`, null if no answer came. */
export interface ComparedService {
  waitForPreviews: (
    guid: string,
    of: { clients: readonly string[]; base?: string },
    waiting: Waiting,
  ) => Promise<{ previews: readonly ListedComparison[] }>
  getPicture: (url: string, signal: AbortSignal) => Promise<Uint8Array>
  getDifference: (
    url: string,
    signal: AbortSignal,
  ) => Promise<{
    height_delta: number
    changed_pixels: number
    regions: { kind: 'changed' | 'inserted' | 'removed' | 'moved' }[]
  }>
}
