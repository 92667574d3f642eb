import type { MeasuredSpam } from '@pas/email-checks/measurements'

/** The message is one clause that quotes nothing of spamd's answer. */
export class SpamdError extends Error {
  override readonly name = 'SpamdError'
}

const maxDescriptionLength = 300

/**
 * Throws a `SpamdError`. Source: spamd/PROTOCOL in SpamAssassin, and the template of reports in its
 * `rules/10_default_prefs.cf`.
 */
export function parseSpamdAnswer(answer: Buffer): MeasuredSpam {
  const end = answer.indexOf('\r\n\r\n')
  const header = answer.subarray(0, end < 0 ? answer.length : end).toString('latin1')
  const [, code, message = ''] = /^SPAMD\/\d{1,3}\.\d{1,3} (\d{1,3}) (\w{0,40})/.exec(header) ?? []
  if (code === undefined) throw new SpamdError('what answers is no spamd')
  if (code !== '0') throw new SpamdError(`spamd refuses the message (${code} ${message})`)
  if (end < 0) throw new SpamdError('its answer breaks off')
  const body = answer.subarray(end + '\r\n\r\n'.length)
  const length = /^Content-length:[ \t]*(\d{1,9})[ \t]*$/im.exec(header)?.[1]
  if (length !== undefined && body.length < Number(length)) throw new SpamdError('its answer breaks off')
  const [, score, threshold] =
    /^Spam:[ \t]*\w{1,5}[ \t]*;[ \t]*(-?\d{1,6}(?:\.\d{1,6})?)[ \t]*\/[ \t]*(-?\d{1,6}(?:\.\d{1,6})?)[ \t]*$/im.exec(
      header,
    ) ?? []
  if (score === undefined || threshold === undefined) throw new SpamdError('its answer has no score')
  return {
    score: numberOf(score),
    threshold: numberOf(threshold),
    rules: rulesOf(body.toString('utf8')),
  }
}

/** The last table: before it the report quotes the email, which may have such a table. */
function rulesOf(report: string): MeasuredSpam['rules'] {
  const lines = report.split(/\r?\n/)
  const headingIndex = lines.findLastIndex((line) => /^---- -{10,} -{10,}$/.test(line))
  const rules: MeasuredSpam['rules'] = []
  for (const line of lines.slice(headingIndex + 1)) {
    const [, points, name, description = ''] =
      /^ *(-?\d{1,6}(?:\.\d{1,6})?) +([A-Za-z_]\w{0,99})(?: +(?! )(.*))?$/.exec(line) ?? []
    const last = rules.at(-1)
    if (points !== undefined && name !== undefined)
      rules.push({
        name,
        score: numberOf(points),
        description: description.trim().slice(0, maxDescriptionLength),
      })
    // A long description goes on in the next line.
    else if (last && /^ {10}/.test(line))
      last.description = `${last.description} ${line.trim()}`.slice(0, maxDescriptionLength)
  }
  return rules
}

/** spamd rounds small negative points to `-0.0`. */
const numberOf = (text: string): number => Number(text) + 0
