/** Undefined when it is not JSON, as when the program died while writing. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
