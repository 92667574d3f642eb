export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no element '${id}'`)
  return element as T
}

/** A key without Ctrl, Cmd or Alt that is not typed into a field or a dialog. */
export const isCommand = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !(target as Element).closest('input:not([type=checkbox]), textarea, select, dialog')
