import type { EmailClient } from './email-client'
import pixelRatios from './pixel-ratios.generated.json'

const pixelRatiosOtherThanOne: Readonly<Record<string, number | undefined>> = pixelRatios

/** Device pixels per CSS pixel. Loads no profile. */
export const pixelRatioOf = ({ code }: Pick<EmailClient, 'code'>): number =>
  pixelRatiosOtherThanOne[code] ?? 1
