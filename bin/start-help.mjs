/**
 * In a file that imports nothing: it is printed before anything is installed. `tools/stack/src/stack-options` reads the
 * options.
 */
export const startHelp = `npm start: the whole stack on loopback, with a demo account, until Ctrl-C. The first start installs what is
missing. Options come after 'npm start --'.

  --only LIST         start only these, such as api,render-worker: postgres, redis, auth, api, images, board,
                      render-worker; a store is started when its address is not in the environment
  --engines LIST      the engines that draw, such as chromium,text; without it, all that are found
  --install-engines   install missing engines with apt-get, as root
  --api N             so many processes of the API; 1 without it
  --workers N         so many workers of each engine; 1 without it
  --help              print this, and start nothing

  PAS_HOME            the folder that holds everything it writes; .run without it
  PAS_PORT_BASE       the first of 50 ports; 8443 without it

Every other variable is in .env.example; what 'npm start' promises, in docs/contract.md, section 6.
`
