/** Parses a program's message; undefined when it is not JSON, as when the program died while writing it. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
