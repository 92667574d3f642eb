/** The members of a preview in the API's events (docs/contract.md §4.7) that the script of the grid reads. */
export type Preview = {
  client: string
  orientation: 'vertical' | 'horizontal'
  images: 'allowed' | 'blocked'
} & (
  | { status: 'waiting' }
  | {
      status: 'captured'
      thumb450_url: string
      width: number
      height: number
      truncated: boolean
      picture_sha256: string
    }
  | { status: 'failed'; description: string }
)
