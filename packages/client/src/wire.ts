import type { components } from './openapi.generated'

type Schemas = components['schemas']

export type NewEmail = Schemas['NewEmail']
export type CreatedEmail = Schemas['CreatedEmail']
export type Email = Schemas['Email']
export type EmailList = Schemas['EmailList']
export type PrefetchRequest = Schemas['PrefetchRequest']
export type Prefetch = Schemas['Prefetch']
export type ListedPreview = Schemas['ListedPreview']
export type PreviewList = Schemas['PreviewList']
export type Checks = Schemas['Checks']
export type CheckName = Checks['checks'][number]['name']
export type Finding = Schemas['Finding']
export type ComparedChecks = Schemas['ComparedChecks']
export type CheckRules = Schemas['CheckRules']
export type ComparedChanges = Schemas['ComparedChanges']
export type Configurations = Schemas['Configurations']
export type RefusalBody = Schemas['Error']

/** What stands at a `summary_url` (docs/contract.md §4.10). */
export interface DifferenceSummary {
  height_delta: number
  changed_pixels: number
  regions: {
    kind: 'changed' | 'inserted' | 'removed' | 'moved'
    base: Rectangle | null
    head: Rectangle | null
    pixels: number
  }[]
}

interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** One event of an email's stream. Its members are those of `event`. */
export type PreviewEvent =
  | { event: 'snapshot'; data: PreviewList }
  | { event: 'preview' | 'added'; data: ListedPreview }
  | { event: 'complete' | 'gone'; data: { email_guid: string } }
