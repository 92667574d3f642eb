import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiFinding, ApiPreview } from '../api/schema'
import { FindingRow, findingId, type FindingContext } from '../checks/finding-row'
import { severityOrder } from '../checks/finding-sections'
import { pictureTexts } from './picture-texts'

/** A finding, and the number of its frames on the picture; null without a place there. */
export interface FramedFinding {
  finding: ApiFinding
  frame: number | null
}

/** What is wrong in the email client, errors first. What is so everywhere stands on the checks' page. */
export function findingsIn(findings: readonly ApiFinding[], client: string): FramedFinding[] {
  const own = findings
    .filter(({ severity, clients }) => severity !== 'note' && clients?.includes(client))
    .sort((one, other) => severityOrder(one) - severityOrder(other))
  let frames = 0
  return own.map((finding) => ({
    finding,
    frame: finding.boxes.some((box) => box.client === client) ? ++frames : null,
  }))
}

export const ClientFindings = ({
  findings,
  isRunning,
  checksPath,
  ...context
}: FindingContext & {
  findings: readonly FramedFinding[]
  isRunning: boolean
  /** The page of all findings; null for readers of a share link. */
  checksPath: string | null
}): ReactNode => {
  const texts = pictureTexts[context.language]
  return (
    <section id="findings" data-running={isRunning || undefined}>
      <h2>
        {texts.checks}
        <Count findings={findings} language={context.language} />
      </h2>
      {findings.length === 0 && (
        <p className="muted">{isRunning ? texts.checksRunning : texts.checksNothing}</p>
      )}
      {findings.length > 0 && (
        <ol className="changes findings">
          {findings.map(({ finding, frame }) => (
            // All are of this email client.
            <FindingRow
              key={finding.fingerprint}
              finding={{ ...finding, clients: null }}
              frame={frame}
              {...context}
            />
          ))}
        </ol>
      )}
      {checksPath !== null && (
        <p>
          <a href={checksPath}>{texts.allChecks}</a>
        </p>
      )}
    </section>
  )
}

const Count = ({
  findings,
  language,
}: {
  findings: readonly FramedFinding[]
  language: Language
}): ReactNode => {
  const hasError = findings.some(({ finding }) => finding.severity === 'error')
  return <span className={hasError ? 'count bad' : 'count'}>{formatNumber(language, findings.length)}</span>
}

/**
 * Frames on the picture. Their places are measured in the one that is upright, with images, in CSS pixels. An SVG image
 * needs no style, which the content security policy refuses.
 */
export function Frames({
  preview: { client, orientation, images, width, height },
  pixelRatio,
  findings,
}: {
  preview: Extract<ApiPreview, { status: 'captured' }>
  pixelRatio: number
  findings: readonly FramedFinding[]
}): ReactNode {
  if (orientation !== 'vertical' || images !== 'allowed') return null
  return (
    <svg
      id="frames"
      className="frames"
      viewBox={`0 0 ${width / pixelRatio} ${height / pixelRatio}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {findings.map(
        ({ finding, frame }) =>
          frame !== null && (
            <g key={finding.fingerprint} className={finding.severity} data-of={findingId(finding)}>
              {finding.boxes
                .filter((box) => box.client === client)
                .map(({ x, y, width: boxWidth, height: boxHeight }, index) => (
                  <g key={index}>
                    <rect x={x - 2} y={y - 2} width={boxWidth + 4} height={boxHeight + 4} />
                    <rect
                      className="label"
                      x={Math.max(0, x - 2)}
                      y={Math.max(0, y - 18)}
                      width={8 + 8 * String(frame).length}
                      height="16"
                    />
                    <text x={Math.max(4, x + 2)} y={Math.max(0, y - 18) + 12}>
                      {frame}
                    </text>
                  </g>
                ))}
            </g>
          ),
      )}
    </svg>
  )
}
