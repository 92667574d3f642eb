import { settings } from './setting'
import { httpsUrl } from './value-schemas'

export const addressSettings = {
  ...settings(['auth', 'api', 'board', 'pas'], {
    AUTH_URL: { schema: httpsUrl, about: 'The public URL of auth.', example: 'https://auth.example.com' },
    BOARD_URL: {
      schema: httpsUrl,
      about: 'The public URL of the board. auth and api may be without it: auth then leads people who came for no page of it to their settings, and api makes no share links.',
      example: 'https://board.example.com',
    },
  }),
  ...settings(['api', 'board', 'pas'], {
    API_URL: { schema: httpsUrl, about: 'The public URL of the user API, which is at /v2 below it.', example: 'https://api.example.com' },
    INSTANT_URL: { schema: httpsUrl.refine((url) => url.endsWith('/v1'), 'must end in /v1'), about: 'The public URL of the instant interface; must end in /v1.', example: 'https://api.example.com/v1' },
    IMAGES_URL: { schema: httpsUrl, about: 'The public URL of the pictures.', example: 'https://images.example.com' },
  }),
}

/** Whether only this machine can open the URL. */
export const isLoopback = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
