import type { ReceivedSpan } from './trace-receiver'

/** A trace as indented text: a line for each span, below its parent, with its duration and service. */
export function traceTree(spans: readonly ReceivedSpan[]): string {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const inOrder = [...spans].sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
  const below = (parentSpanId: string | null): ReceivedSpan[] =>
    inOrder.filter((span) =>
      parentSpanId === null
        ? span.parentSpanId === null || !ids.has(span.parentSpanId)
        : span.parentSpanId === parentSpanId,
    )
  const linesOf = (span: ReceivedSpan, depth: number): string[] => [
    `${'  '.repeat(depth)}${span.name}`.padEnd(72) +
      `${span.durationMs.toFixed(1).padStart(8)} ms  ${span.service}`,
    ...below(span.spanId).flatMap((child) => linesOf(child, depth + 1)),
  ]
  return below(null)
    .flatMap((root) => linesOf(root, 0))
    .join('\n')
}

/** The names of a span's ancestors and of the span itself, from the root down. */
export function chainOf(spans: readonly ReceivedSpan[], span: ReceivedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(parent ? chainOf(spans, parent) : []), span.name]
}
