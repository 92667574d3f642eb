const firstWaitMs = 1_000
const longestWaitMs = 30_000

/**
 * Follows an event stream until the returned function is called. An `EventSource` opens a broken stream again by
 * itself, but gives up when the service answers with an error, as the board does while the API is away: then another
 * one is opened after 1 to 30 seconds.
 */
export function followEvents(
  url: string,
  {
    on,
    lost,
    gone,
    signedOut,
  }: {
    /** What to do for each type of event; `data` is the event's. */
    on: Record<string, (data: string) => void>
    /** Called when the stream has broken off. It may come back. */
    lost: () => void
    /** Called when the page itself is a 404 now: the email was deleted. */
    gone: () => void
    /**
     * Called when the user has signed out, for example in another tab. The page must not load itself again: a user who
     * is still signed in at auth would be signed in here again.
     */
    signedOut: () => void
  },
): () => void {
  let source: EventSource
  let waitMs = firstWaitMs
  let timer = 0

  const open = (): void => {
    source = new EventSource(url)
    for (const [name, act] of Object.entries(on)) {
      source.addEventListener(name, (event) => {
        waitMs = firstWaitMs
        act((event as MessageEvent<string>).data)
      })
    }
    source.addEventListener('error', () => {
      lost()
      if (source.readyState !== EventSource.CLOSED) return
      timer = window.setTimeout(() => void reopen(), waitMs)
      waitMs = Math.min(2 * waitMs, longestWaitMs)
    })
  }
  /** Asks for the page's status first, because an `EventSource` does not tell with which status it was refused. */
  const reopen = async (): Promise<void> => {
    const page = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
    if (page?.status === 401) signedOut()
    else if (page?.status === 404) gone()
    else open()
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
