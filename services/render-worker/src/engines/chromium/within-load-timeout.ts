import { loadTimeoutMs } from '../load-timeout'

/** Resolves when the page is loaded, or late; rejects when it fails. */
export async function withinLoadTimeout(isLoaded: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, loadTimeoutMs)
  })
  try {
    await Promise.race([isLoaded, late])
  } finally {
    clearTimeout(timer)
  }
}
