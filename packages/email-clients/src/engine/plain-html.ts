/** HTML 4 and early HTML5, without a cell. Engineering default: these elements are kept. */
export const plainElements: ReadonlySet<string> = new Set(
  (
    'a b basefont bdo big br center cite dir em fieldset font hgroup i input ins kbd label legend menu nobr optgroup option q ' +
    's samp sub sup tt u var'
  ).split(' '),
)

/**
 * Change the picture, and have no cell. Engineering default: these attributes are kept. Others, such as `data-*`,
 * matter only to selectors that are dropped.
 */
export const plainAttributes: ReadonlySet<string> = new Set(
  (
    'abbr alt axis bgcolor border bordercolor char charoff checked cite class clear color cols colspan compact coords ' +
    'datetime disabled face for frame headers href hreflang hspace id ismap label link maxlength media method ' +
    'multiple name nohref noshade nowrap placeholder readonly rel rev rows rowspan rules scope selected shape size ' +
    'span src start style summary tabindex text title type usemap value vlink vspace wrap'
  ).split(' '),
)
