import type { StepCase } from '../../../engine/step-case'

export const notesStepCases: readonly StepCase[] = [{ step: 'markCellEdges', sees: 'A paragraph at the edge of a cell has no margin there.', html: '<table><tbody><tr><td><p>x</p></td></tr></tbody></table>', shows: '<p data-starts-cell="" data-ends-cell="">x</p>', rule: null, sources: { NOTES9: 'engineering default: HTML Standard, 15.3.10, margin collapsing quirks' } }]
