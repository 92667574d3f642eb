import type { ApiMessagePart } from '../api/schema'

export interface ListedPart {
  part: ApiMessagePart
  /** The whole message has 0. */
  depth: number
}

/** In the order of the message. */
export function partsOf(root: ApiMessagePart): ListedPart[] {
  const listed: ListedPart[] = []
  const waiting: ListedPart[] = [{ part: root, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { part, depth } = next
    listed.push(next)
    waiting.push(...part.parts.map((child) => ({ part: child, depth: depth + 1 })).toReversed())
  }
  return listed
}

/** What email clients list below a message: what is marked as attached, or has a name. */
export const attachmentsOf = (parts: readonly ListedPart[]): ApiMessagePart[] =>
  parts
    .map(({ part }) => part)
    .filter(
      ({ parts: children, disposition, file_name: fileName, content_id: contentId }) =>
        (children.length === 0 || disposition === 'attachment') &&
        (disposition === 'attachment' || (fileName !== null && contentId === null)),
    )
