/** The part of Foundation's template engine that is used here; the package has no types. */
declare module 'inky' {
  export class Inky {
    constructor(options: Readonly<Record<string, never>>)
    /** Makes tables of its own tags. */
    releaseTheKraken(html: string): string
  }
}
