/** The item itself. Throws when it is missing, because the stage was opened without such a process, store or relay. */
export function existing<Item>(item: Item | null | undefined): Item {
  if (item === null || item === undefined)
    throw new Error('the stage has none: it was opened without this process, store or relay')
  return item
}
