import { z } from 'zod'
import { settings } from './setting'
import { onOff, port, wholeNumber } from './value-schemas'

/** Each engine has its own defaults of RECYCLE_… and ENGINE_PULSE_…. */
export const engineSettings = {
  ...settings(['render-worker', 'npm start'], {
    ENGINES: { schema: z.string().default('chromium,text'), about: 'Which of chromium, text, webkit, firefox, thunderbird and roundcube this worker runs; `npm start` runs those it finds.' },
    ALLOW_UNSANDBOXED: { schema: onOff.default(false), about: "1: draw untrusted email without the browser's sandbox, and log a warning." },
  }),
  ...settings(['render-worker'], {
    CAPTURE_CONCURRENCY: {
      schema: wholeNumber().optional(),
      about: 'Concurrent captures per engine. More than there are cores makes each capture slower and draws no more per second. Without it, 2, and 1 on one core.',
      example: '2',
    },
    RECYCLE_CAPTURES: { schema: wholeNumber().optional(), about: "An engine's process is replaced after so many captures. Without it, each engine has its own number.", example: '200' },
    RECYCLE_MB: { schema: wholeNumber().optional(), about: "An engine's process is replaced when it holds so much memory. Without it, each engine has its own.", example: '2048' },
    ENGINE_PULSE_TIMEOUT_MS: {
      schema: wholeNumber().optional(),
      about: "An engine's process that does not answer a ping for so long during a capture is killed as hanging, and replaced. Without it, 3000.",
      example: '3000',
    },
    ENGINE_NICE: {
      schema: wholeNumber(0).max(19).default(5),
      about: "Niceness of the engines' programs, 0 to 19 (nice(1)): the higher it is, the more they leave the processors to the services. The worker itself keeps 0, because its heartbeat must be in time.",
    },
    REUSE_PAGES: { schema: onOff.default(true), about: '1: captures of one account may reuse a page. 0: every capture gets a new one, for twice the processor time.' },
    HEALTH_HOST: { schema: z.string().default('127.0.0.1'), about: 'The address at which a worker serves /healthz and /readyz.' },
    HEALTH_PORT: { schema: port(0).default(0), about: 'The port of these; 0: any that is free.' },
  }),
  ...settings(['render-worker', 'pas', 'npm start'], {
    CHROMIUM_PATH: {
      schema: z.string().optional(),
      about: 'A chromium-headless-shell or a full Chromium; needed, as the next two, where Debian does not install it.',
      example: '/usr/bin/chromium-headless-shell',
    },
    FIREFOX_PATH: { schema: z.string().optional(), about: 'The program of Firefox.', example: '/usr/lib/firefox-esr/firefox-esr' },
    THUNDERBIRD_PATH: { schema: z.string().optional(), about: 'The program of Thunderbird.', example: '/usr/lib/thunderbird/thunderbird-bin' },
  }),
  ...settings(['render-worker', 'pas'], {
    FONTCONFIG_FILE: { schema: z.string().optional(), about: "Fontconfig's rules for the fonts with which pictures are drawn (infra/fonts).", example: '/etc/pas/fonts.conf' },
  }),
}
