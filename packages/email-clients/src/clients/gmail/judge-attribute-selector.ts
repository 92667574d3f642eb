import type { AttributeSelector } from 'css-tree'
import type { Verdict } from '../../engine/support'

export function judgeAttributeSelector({ name, matcher, value }: AttributeSelector): Verdict {
  return {
    honoured: name.name.toLowerCase() === 'class' && matcher === '~=' && value !== null,
    source: 'caniemail css-selector-attribute note 5, 2023-02',
  }
}
