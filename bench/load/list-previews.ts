/** Drawn by chromium at a desktop's width. */
const codes = ['CHROMEGMAILNEW', 'CHROMEGOOGLEAPPS', 'CHROMEYAHOO', 'CHROMEOUTLOOKCOM', 'CHROMEOFFICE365']

/**
 * Returns the path of another preview at each call, account by account, none twice: a second request would get a
 * finished capture. Throws when none is left.
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
