import { publishedName as name } from '../published-name'

export const help = `${name}: checks compiled emails with a Partner Access Service.

  ${name} lint 'dist/**/*.html' [options]      what is wrong in them, where, and in which email clients
  ${name} compare base/ head/ [options]        which emails look different, in which email clients
  ${name} compare --against git FILE…          the same for committed HTML, against the base of a branch

  --clients popular|mine|A,B      which email clients; codes as GET /clients lists them
  --format text|json|github       github: annotations, GITHUB_OUTPUT and the step's summary
  --report FOLDER                 report.html, report.json, junit.xml, report.sarif, comment.md
  --config FILE                   instead of .pas-check.json

 lint
  --only contrast,images          which checks
  --fail-on error|warning|never   which findings end with status 1 (error)
  --max-warnings N                more warnings than that end with status 1, too
  --baseline FILE                 findings that it names are no findings
  --write-baseline                write what is found now to that file

 compare
  --replace 'REGEX=TEXT'          in both sides, before they are compared; several times

  --help, --version

Files are HTML in UTF-8, or whole messages when their names end in .eml. What is sent to the service is
deleted there at the end, also after Ctrl-C; a second Ctrl-C ends at once.

Status: 0 nothing found · 1 findings or differences · 2 usage · 3 an email was not done

  PAS_URL   the service's INSTANT_URL, as https://pas.example.com/v1
  PAS_KEY   an API key, or an access token. In CI (CI=true) without it: skipped, status 0
  PAS_CA    the file of a certificate authority to trust
`
