/** The element with this id. Throws when the page has none, which is a fault of the page. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no element '${id}'`)
  return element as T
}

/** Fills `{names}` of a text of the page in. */
export const fill = (pattern: string | undefined, values: Readonly<Record<string, number>>): string =>
  (pattern ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

/** Whether a key press is a command: not one with a modifier, and not one that is typed into a field. */
export const isCommand = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !(target as Element).closest('input:not([type=checkbox]), textarea, select, dialog')
