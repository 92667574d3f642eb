/**
 * The item itself. Throws when it is null or undefined: what the stage was opened without, or what an answer lacked.
 */
export function existing<Item>(item: Item | null | undefined): Item {
  if (item === null || item === undefined)
    throw new Error('a value that the test needs is missing: a part of its stage, or of an answer')
  return item
}
