import type { ChangeKind } from '../../../engine/change-log'
import { elementsIn } from '../../../engine/html-tree'
import type { SourceStep, Step } from '../../../engine/message'
import { placesIn } from '../../../references/places-in'

/** HTML 4.01, section 24, and the old ones in capitals. */
const html4Entities: ReadonlySet<string> = new Set(
  (
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
    'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
    'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
    'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
    'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
    'thorn yuml fnof Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau ' +
    'Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho ' +
    'sigmaf sigma tau upsilon phi chi psi omega thetasym upsih piv bull hellip prime Prime oline frasl weierp image real ' +
    'trade alefsym larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall part exist empty nabla isin notin ni ' +
    'prod sum minus lowast radic prop infin ang and or cap cup int there4 sim cong asymp ne equiv le ge sub sup nsub sube ' +
    'supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang loz spades clubs hearts diams quot amp lt gt OElig ' +
    'oelig Scaron scaron Yuml circ tilde ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo sbquo ldquo rdquo ' +
    'bdquo dagger Dagger permil lsaquo rsaquo euro QUOT AMP LT GT COPY REG'
  ).split(' '),
)

/** Stands for an ampersand until parsing is over. It is a noncharacter, so no text has it. */
const plainAmpersand = '\ufdd0'

/**
 * `&apos;` and others newer than HTML 4 stay as written (jrit/declassify 7, 2017-10-05). Needs `restoreAmpersands`
 * after parsing.
 */
export const keepUnknownEntities: SourceStep = (source) => {
  if (!source.html.includes('&')) return
  const place = placesIn(source.html)
  source.html = source.html.replace(
    /&([a-z][a-z\d]{1,31});/gi,
    (entity: string, name: string, at: number) => {
      if (html4Entities.has(name)) return entity
      const kind: ChangeKind = {
        rule: 'entity-unknown',
        what: entity,
        source: 'jrit/declassify 7, 2017-10-05; HTML 4.01, 24',
      }
      if (!source.changes.record(kind, place(at))) return entity
      return plainAmpersand + entity.slice(1)
    },
  )
}

export const restoreAmpersands: Step = ({ document }) => {
  for (const parent of elementsIn(document)) {
    for (const attribute of parent.attrs) attribute.value = restoreText(attribute.value)
    for (const node of parent.childNodes) if ('value' in node) node.value = restoreText(node.value)
  }
}

const restoreText = (text: string): string =>
  text.includes(plainAmpersand) ? text.replaceAll(plainAmpersand, '&') : text
