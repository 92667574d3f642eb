/** Characters. An email can have a thousand addresses of 16 KB each. */
const maxUrlLength = 2_048

/** An asset's address as answers have it. */
export const shownUrl = (url: string): string =>
  url.length > maxUrlLength ? `${url.slice(0, maxUrlLength)}…` : url
