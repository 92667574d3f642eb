/** The element with this id. Throws when the page has none, which is an error of the page. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no element '${id}'`)
  return element as T
}

/** Whether a key press is a command: no Ctrl, Cmd or Alt, and not typed into a field or a dialog. */
export const isCommand = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !(target as Element).closest('input:not([type=checkbox]), textarea, select, dialog')
