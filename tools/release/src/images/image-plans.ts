import type { EngineName } from '@pas/email-clients/email-client'
import { engineNames, enginePackages } from '@pas/engine-programs/engine-packages'
import { packageNames, readFontList, type DebianRelease } from '@pas/engine-programs/font-list'

/** What is in one container image. */
export interface ImagePlan {
  /** Its Dockerfile is `infra/images/<name>.Dockerfile`, its image `pas/<name>`. */
  name: string
  /** The workspace packages it can start something of; what they depend on comes along. */
  parts: readonly string[]
  /** Folders and files of the built clone, beside those packages. */
  files: readonly string[]
  /** Each list is a layer: what several images begin with is kept and sent once. */
  debianPackages: readonly (readonly string[])[]
  variables: Readonly<Record<string, string>>
  /** What is started, from the clone's root. */
  main: string
  /** What it starts has to be reaped when its own parent is gone. */
  hasInit: boolean
  /** How long it may start before it is judged: it waits for stores, a worker for its engine as well, each more than once. */
  startPeriodS: number
}

/** Where every container listens, on every address. */
const port = '8080'

/** What the images' base is. */
const imageRelease: DebianRelease = '13'

/** One image for each service and for each engine; the operator's command is in the API's. */
export function planImages(release = imageRelease): ImagePlan[] {
  return [
    planService('auth'),
    {
      ...planService('api', ['services/api', 'packages/cli']),
      // The command, and what `pas migrate` and `pas doctor` read.
      files: [
        'bin/pas',
        'bin/pas-emulate',
        'bin/brought-node.cjs',
        'prisma/migrations',
        'infra/fonts/fonts.json',
      ],
    },
    planService('images'),
    ...engineNames.map((engine) => planWorker(engine, release)),
  ]
}

function planService(name: string, parts = [`services/${name}`]): ImagePlan {
  return {
    name,
    parts,
    files: [],
    debianPackages: [],
    variables: { HOST: '0.0.0.0', PORT: port },
    main: `services/${name}/dist/main.js`,
    hasInit: false,
    startPeriodS: 180,
  }
}

function planWorker(engine: EngineName, release: DebianRelease): ImagePlan {
  // Chromium is what looks at Roundcube.
  const programs = engine === 'roundcube' ? [...enginePackages.chromium] : []
  return {
    name: `worker-${engine}`,
    parts: ['services/render-worker'],
    files: ['infra/fonts'],
    debianPackages: [
      ['tini', ...packageNames(readFontList(release))],
      [...programs, ...enginePackages[engine]],
    ],
    variables: {
      ENGINES: engine,
      FONTCONFIG_FILE: '/app/infra/fonts/fonts.conf',
      HEALTH_HOST: '0.0.0.0',
      HEALTH_PORT: port,
    },
    main: 'services/render-worker/dist/main.js',
    hasInit: true,
    startPeriodS: 300,
  }
}
