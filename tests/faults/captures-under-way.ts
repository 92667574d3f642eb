import { until } from '@pas/testing/until'
import type { ServiceProcess } from '../e2e/start-services'
import type { FaultStage } from './fault-stage'

/** The email client for slow emails: it leaves nearly all of the CSS in, which makes drawing slow. */
export const slowClient = 'ANDROIDSAMSUNG10'

const blurred = '<div style="filter:blur(40px);min-height:1500px;background:linear-gradient(red,lime)">'

/** An email whose capture takes a browser some seconds, so that a fault can be injected in the middle of it. */
export const slowEmail = (name = ''): string => `<p>Slow ${name}</p>${`${blurred}</div>`.repeat(10)}`

/** A capture that a request waits for. */
export interface CaptureUnderWay {
  guid: string
  previewId: string
  answer: ReturnType<FaultStage['askPreview']>
}

/** Posts a slow email, requests its preview, and resolves when its capture has begun. */
export async function beginSlowCapture(stage: FaultStage, api: ServiceProcess): Promise<CaptureUnderWay> {
  const { guid } = await stage.postEmail(api, { html: slowEmail(String(stage.requests.length)) })
  const answer = stage.askPreview(api, guid, slowClient)
  let previewId = ''
  await until('its capture has begun', async () => {
    const row = await stage.services.database.db.preview.findFirst({
      where: { emailId: guid, status: 'capturing' },
    })
    previewId = row?.id ?? ''
    return [row !== null, row]
  })
  return { guid, previewId, answer }
}

/** The outcomes of a capture that these workers have logged, one for each attempt. */
export function outcomesOf(workers: readonly ServiceProcess[], previewId: string): string[] {
  return workers.flatMap((worker) => linesOf(worker, previewId).map(({ outcome }) => outcome))
}

interface EndedLine {
  previewId: string
  outcome: string
}

function linesOf(worker: ServiceProcess, previewId: string): EndedLine[] {
  return worker
    .output()
    .split('\n')
    .filter((line) => line.includes(previewId) && line.includes('"outcome"'))
    .map((line) => JSON.parse(line) as EndedLine)
}
