const firstWaitMs = 1_000
const longestWaitMs = 30_000

/**
 * Follows an event stream until the returned function is called. An `EventSource` opens a stream again that broke off,
 * but gives up when a service answers with an error, as ours does while the API is away: then it is opened anew after 1
 * to 30 seconds. `lost` is called meanwhile, `gone` when the page itself is no longer there, and `signedOut` when its
 * reader is signed out, as in another tab. That page must not load itself again: at auth the reader may still be signed
 * in, and would be signed in here again.
 */
export function followEvents(
  url: string,
  {
    on,
    lost,
    gone,
    signedOut,
  }: {
    on: Record<string, (data: string) => void>
    lost: () => void
    gone: () => void
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
  /** An `EventSource` does not say with which status it was refused. */
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
