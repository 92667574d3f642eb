import path from 'node:path'
import { emailClients } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'

/** `pixelRatioOf` reads it, so that its callers need not load the profiles. */
export const pixelRatiosFile = path.join(
  __dirname,
  '../../packages/email-clients/src/pixel-ratios.generated.json',
)

const content = {
  html: '<p>Text</p>',
  plainText: 'Text',
  subject: null,
  fromAddress: null,
  fromDisplayName: null,
}

/** By code, ratios other than 1. Throws for an email client whose ratio depends on its options. */
export function writePixelRatios(): string {
  const ratios = emailClients.map((emailClient): [string, number] => {
    const { code, orientationOptions, imagesOptions } = emailClient
    const found = orientationOptions.flatMap((orientation) =>
      imagesOptions.map((images) => {
        const { document } = emulate(emailClient, content, { orientation, images, assetUrl: () => null })
        return 'frame' in document ? document.frame.deviceScaleFactor : 1
      }),
    )
    const [ratio = 1, ...others] = new Set(found)
    if (others.length > 0) throw new Error(`${code} has several pixel ratios`)
    return [code, ratio]
  })
  return `${JSON.stringify(Object.fromEntries(ratios.filter(([, ratio]) => ratio !== 1)), null, 2)}\n`
}
