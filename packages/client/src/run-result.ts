/** What a run of `pas-check` found: every format and every report is made of it alone. */
export interface RunResult {
  command: 'lint' | 'compare'
  /** The installation that was asked, or was to be; null if it is not known. */
  serviceUrl: string | null
  /** In the order of their files' names. */
  emails: EmailResult[]
  /** Why nothing was done, as in a fork's pull request, which has no key. */
  skipped: string | null
  /** `compare --against git`: the commit that the other side came from. */
  baseCommit: string | null
  /** Of `pas-check` itself. */
  version?: string
  /** From which severity on a finding fails the run; absent: `error`. */
  failOn?: 'error' | 'warning' | 'never'
  /** More warnings than that fail the run; absent or null: any number may be. */
  maxWarnings?: number | null
  /** What the rules of the findings look for, as `GET /checks/rules` has it; absent where no report is made. */
  rules?: readonly ReportedRule[]
  /** How many differing previews have no pictures here, as the run would have become too large. */
  picturesLeftOut?: number
}

export interface EmailResult {
  /** Relative to the folder in which the command runs, with `/`. */
  file: string
  /** Without those that the configuration or the baseline ignores. */
  findings: ReportedFinding[]
  ignoredCount: number
  comparisons: ReportedComparison[]
  /** What the file was called on the other side, if it has another name there. */
  renamedFrom?: string
  /** What could not be done with this email, in a sentence. */
  failure: string | null
}

export interface ReportedRule {
  rule: string
  severity: ReportedFinding['severity']
  title: string
  explains_url: string | null
}

/** A finding as the service answers it. */
export interface ReportedFinding {
  rule: string
  severity: 'error' | 'warning' | 'note'
  what: string
  where: {
    part: string
    line: number
    column: number
    end_line: number
    end_column: number
    snippet: string
  } | null
  count: number
  /** Null: all of them. */
  clients: string[] | null
  description: string
  fingerprint: string
  source: string | null
  source_url: string | null
}

export interface ReportedComparison {
  client: { code: string; name: string }
  verdict: 'equal' | 'different' | 'not_comparable' | 'added' | 'removed'
  reason: string | null
  base: ReportedPicture | null
  head: ReportedPicture | null
  /** The head, dimmed, with its changes in one colour. */
  difference: ReportedPicture | null
  /** Null unless the verdict is `different`. */
  summary: {
    height_delta: number
    changed_pixels: number
    regions: { kind: 'changed' | 'inserted' | 'removed' | 'moved' }[]
  } | null
}

export interface ReportedPicture {
  width: number
  height: number
  png: Uint8Array
}
