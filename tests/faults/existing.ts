/** What a stage was asked to have; throws when it has none. */
export function existing<Item>(item: Item | null | undefined): Item {
  if (item === null || item === undefined) throw new Error('the stage was opened without it')
  return item
}
