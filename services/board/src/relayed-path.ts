/*
 * The build bundles this file for browsers, so nothing here may need Node.
 */

/** What the image service has, as docs/contract.md §4.10 says: a picture in one of its sizes, or a difference of two. */
const relayedPath =
  /^\/captures\/[A-Za-z0-9_-]{1,100}\/(?:(?:full|thumb|thumb450|top450)\.png|from\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(?:png|json))$/

export const isRelayed = (path: string): boolean => relayedPath.test(path)

/** The path at which this board relays a picture of the image service. Throws for another address. */
export function relayedPathOf(url: string): string {
  const path = url.slice(Math.max(0, url.lastIndexOf('/captures/')))
  if (!isRelayed(path)) throw new Error(`no address of a picture: ${url}`)
  return path
}
