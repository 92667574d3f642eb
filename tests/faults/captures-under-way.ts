import type { ServiceProcess } from '../e2e/start-services'
import { until } from '../hostile/until'
import type { FaultStage } from './fault-stage'

/** Its email client hands the engine nearly all of it. */
export const slowClient = 'ANDROIDSAMSUNG10'

const blurred = '<div style="filter:blur(40px);min-height:1500px;background:linear-gradient(red,lime)">'

/** An email whose capture takes a browser some seconds: long enough to be hit in the middle. */
const slowEmail = (name = ''): string => `<p>Slow ${name}</p>${`${blurred}</div>`.repeat(10)}`

/** A capture that somebody waits for. */
export interface CaptureUnderWay {
  guid: string
  previewId: string
  answer: ReturnType<FaultStage['askPreview']>
}

/** A slow email, asked for, whose capture has begun. */
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

/** How often each process says that it ended this capture, by outcome. */
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
