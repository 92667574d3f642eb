import { z } from 'zod'
import { settings } from './setting'

export const stackSettings = {
  ...settings(['npm start', 'pas'], {
    PAS_HOME: { schema: z.string().default('.run'), about: 'The folder of the stack; relative to the clone.' },
  }),
  ...settings(['npm start'], {
    PAS_PORT_BASE: {
      schema: z.coerce
        .number('PAS_PORT_BASE must be a port number')
        .int('PAS_PORT_BASE must be a port number')
        .min(1, 'PAS_PORT_BASE must be at least 1')
        .max(65_486, 'PAS_PORT_BASE must leave room for 50 ports')
        .default(8443),
      about: 'The first of the 50 ports that a stack may use.',
    },
  }),
}
