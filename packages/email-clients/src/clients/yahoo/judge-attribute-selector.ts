import type { AttributeSelector } from 'css-tree'
import type { Verdict } from '../../engine/support'

export function judgeAttributeSelector({ matcher, value }: AttributeSelector): Verdict {
  return {
    honoured: matcher === '=' && value !== null,
    source: 'caniemail css-selector-attribute note 4, 2020-12',
  }
}
