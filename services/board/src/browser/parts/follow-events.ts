const firstWaitMs = 1_000
const longestWaitMs = 30_000

/**
 * Opens another `EventSource` after 1 to 30 seconds where one gives up, which it does when the service answers with an
 * error. Returns a function that stops it.
 */
export function followEvents(
  url: string,
  {
    on,
    lost,
    gone,
    signedOut,
  }: {
    /** By the type of event; `data` is the event's. */
    on: Record<string, (data: string) => void>
    /** The stream may come back. */
    lost: () => void
    /** The email was deleted. */
    gone: () => void
    /** The page must not load itself again: a user who signed out here, but not at auth, would be signed in again. */
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
  // Asks for the page's status first: an `EventSource` does not tell with which status it was refused.
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
