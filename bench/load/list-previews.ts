/** Email clients that chromium draws at a desktop's width. */
const codes = ['CHROMEGMAILNEW', 'CHROMEGOOGLEAPPS', 'CHROMEYAHOO', 'CHROMEOUTLOOKCOM', 'CHROMEOFFICE365']

/**
 * A function that returns the path of another preview at each call. Accounts take turns, and no preview is returned
 * twice: the second request would be answered with a finished capture. It throws when none is left.
 */
export function listPreviews(guids: readonly string[]): () => { path: string } {
  let asked = 0
  return () => {
    const [guid, code] = [guids[asked % guids.length], codes[Math.floor(asked / guids.length)]]
    if (!code)
      throw new Error('All previews have been asked for: raise BENCH_ACCOUNTS, or lower BENCH_SECONDS')
    asked++
    return { path: `/emails/${guid}/previews/${code}/full` }
  }
}
